/** Puts a text where it can be pasted; false where the browser does not let us, as over http in some. */

export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text); // there is none on pages that came over http from another computer
    return true;
  } catch {
    return copyOldWay(text);
  }
}

function copyOldWay(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "hidden";
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}

/** Whether an address leads only to the computer that it is typed on. */
export function isLocal(host: string): boolean {
  return host === "localhost" || host === "[::1]" || host.startsWith("127.");
}
