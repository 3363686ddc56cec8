import { createStore } from "./store";
import { readStored, STORED, writeStored } from "./stored";

/** The choice of the person; "system" follows the device until they choose (design 5). */
export type ColorScheme = "light" | "dark" | "system";

export const colorSchemeStore = createStore<ColorScheme>("system");

/**
 * Runs before the first paint and again when the device or another tab changes: puts `dark` on the html element.
 * Text of an inline script: it must not refer to anything outside itself.
 */
export const COLOR_SCHEME_SCRIPT = `(()=>{const d=document.documentElement,m=matchMedia("(prefers-color-scheme: dark)");
const a=()=>{let s=null;try{s=localStorage.getItem("${STORED.colorScheme}")}catch{}
d.classList.toggle("dark",s==="dark"||(s!=="light"&&m.matches))};
a();m.addEventListener("change",a);addEventListener("storage",a);addEventListener("colorschemechange",a)})()`;

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
