import { createStore } from "./store";
import { readStored, STORED, writeStored } from "./stored";

/** The choice of the person; "system" follows the device until they choose (design 5). */
export type ColorScheme = "light" | "dark" | "system";

export const colorSchemeStore = createStore<ColorScheme>("system");

/** The stored choice; call it in the browser only. */
export function loadColorScheme(): ColorScheme {
  const stored = readStored(STORED.colorScheme);
  const scheme = stored === "light" || stored === "dark" ? stored : "system";
  colorSchemeStore.set(scheme);
  return scheme;
}

export function setColorScheme(scheme: ColorScheme): void {
  writeStored(STORED.colorScheme, scheme === "system" ? null : scheme);
  colorSchemeStore.set(scheme);
  window.dispatchEvent(new Event("colorschemechange"));
}
