import { createStore } from "./store";
import { readStored, STORED, writeStored } from "./stored";

/** The choice of the person; "system" follows the device (design 5). */
export type ColorScheme = "light" | "dark" | "system";

export const colorSchemeStore = createStore<ColorScheme>("system");

const isScheme = (text: unknown): text is ColorScheme => text === "light" || text === "dark" || text === "system";

/** What the installation shows to those who have not chosen. */
function defaultScheme(): ColorScheme {
  const { scheme } = document.documentElement.dataset;
  return isScheme(scheme) ? scheme : "system";
}

/** The stored choice; call it in the browser only. */
export function loadColorScheme(): ColorScheme {
  const stored = readStored(STORED.colorScheme);
  const scheme = isScheme(stored) ? stored : defaultScheme();
  colorSchemeStore.set(scheme);
  return scheme;
}

export function setColorScheme(scheme: ColorScheme): void {
  writeStored(STORED.colorScheme, scheme === defaultScheme() ? null : scheme);
  colorSchemeStore.set(scheme);
  window.dispatchEvent(new Event("colorschemechange"));
}
