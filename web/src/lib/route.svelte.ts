/** Which page is shown: the part of the address behind `#`, which never reaches a server or its logs. */

export interface Route {
  page: string;
  parts: string[];
  query: URLSearchParams;
}

export function parse(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?");
  const [page = "", ...parts] = path.split("/").filter(Boolean).map(decodeURIComponent);
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- each route has its own, never changed
  return { page, parts, query: new URLSearchParams(query) };
}

class Here {
  route: Route = $state.raw(parse(location.hash));

  constructor() {
    window.addEventListener("hashchange", () => {
      this.route = parse(location.hash);
      window.scrollTo(0, 0);
    });
  }
}

export const here = new Here();

export function go(path: string): void {
  location.hash = `#/${path}`;
}

/** Change the address without a new page, so that it links to this moment. */
export function note(path: string): void {
  history.replaceState(null, "", `#/${path}`);
}
