/** What every page is given: the parts of the address behind its name, and what follows the question mark. */
export interface PageProps {
  parts: string[];
  query: URLSearchParams;
}
