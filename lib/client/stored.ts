/** spec 3: names of the values kept in the browser's local storage. */
export const STORED = {
  token: "token",
  loginMethods: "loginMethods",
  isFirstLogin: "isFirstLogin",
  locale: "current-locale",
  permissions: "user-permissions",
  colorScheme: "color-scheme",
  closedChatFolders: "closed-chat-folders",
  singleKeys: "single-key-shortcuts",
  basesView: "bases-view",
  appsView: "apps-view",
  unfinishedUploads: "unfinished-uploads",
} as const;

export type StoredName = (typeof STORED)[keyof typeof STORED];

/** Reads a stored text. Storage may be refused (private windows, policies): then nothing is stored, nothing breaks. */
export function readStored(name: StoredName): string | null {
  try {
    return window.localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Stores a text, or removes it when the value is null. */
export function writeStored(name: StoredName, value: string | null): void {
  try {
    if (value === null) window.localStorage.removeItem(name);
    else window.localStorage.setItem(name, value);
  } catch {
    // Storage refused: the page works on, it only forgets.
  }
}
