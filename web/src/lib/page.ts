/** The props of every page: the parts of the address after the page's name, and its query. */
export interface PageProps {
  parts: string[];
  query: URLSearchParams;
}
