const PREFIX = "draft:";

/** A prompt for everybody that another screen begins: its text waits here for the form at that address. */
export const NEW_PROMPT = { draft: "prompt:new", href: "/system/detail-manage/prompt-manage?prompt=new" };

/** Text typed but not sent, kept over reloads of this tab (also the one after a 401). Empty texts are forgotten. */
export function saveDraft(name: string, text: string): void {
  try {
    if (text === "") window.sessionStorage.removeItem(PREFIX + name);
    else window.sessionStorage.setItem(PREFIX + name, text);
  } catch {
    // Storage refused or full: the text stays in the field.
  }
}

export function readDraft(name: string): string {
  try {
    return window.sessionStorage.getItem(PREFIX + name) ?? "";
  } catch {
    return "";
  }
}

/** Files that wait for their question, by their ids on the server. */
export function saveDraftFiles(name: string, ids: readonly string[]): void {
  saveDraft(`${name}:files`, ids.join(","));
}

export function readDraftFiles(name: string): string[] {
  return readDraft(`${name}:files`).split(",").filter(Boolean);
}

/** Name under which the files of a draft are remembered that were there before it. */
export const keptIn = (name: string) => `${name}:kept`;

/** After logging out nothing typed may be found by the next person. */
export function clearDrafts(): void {
  try {
    for (const name of Object.keys(window.sessionStorage)) {
      if (name.startsWith(PREFIX)) window.sessionStorage.removeItem(name);
    }
  } catch {
    // Storage refused: there was nothing to clear.
  }
}
