/** The current page. It is named after the `#` of the address, which is never sent to a server. */

export interface Route {
  page: string;
  parts: string[];
  query: URLSearchParams;
}

/** Read a part of an address; one that is written wrongly stays as it is. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function parse(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?");
  const [page = "", ...parts] = path.split("/").filter(Boolean).map(decode);
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- each route has its own, which is never changed
  return { page, parts, query: new URLSearchParams(query) };
}

class CurrentRoute {
  route: Route = $state.raw(parse(location.hash));

  constructor() {
    window.addEventListener("hashchange", () => {
      this.read();
      window.scrollTo(0, 0);
    });
  }

  /** Take the route from the address. */
  read(): void {
    this.route = parse(location.hash);
  }
}

export const current = new CurrentRoute();

export function go(path: string): void {
  const address = `#/${path}`;
  if (location.hash === address)
    current.read(); // it was replaced before, which no event tells
  else location.hash = address;
}

/** Change the address without leaving the page, so that it links to the current moment. */
export function replaceAddress(path: string): void {
  history.replaceState(null, "", `#/${path}`);
}
