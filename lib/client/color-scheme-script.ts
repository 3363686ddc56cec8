import { STORED } from "./stored";

/**
 * Runs before the first paint and again when the device or another tab changes: puts `dark` on the html element.
 * Text of an inline script: it must not refer to anything outside itself.
 */
export const COLOR_SCHEME_SCRIPT = `(()=>{const d=document.documentElement,m=matchMedia("(prefers-color-scheme: dark)");
const a=()=>{let s=null;try{s=localStorage.getItem("${STORED.colorScheme}")}catch{}
d.classList.toggle("dark",(s||=d.dataset.scheme)==="dark"||(s!=="light"&&m.matches))};
a();m.addEventListener("change",a);addEventListener("storage",a);addEventListener("colorschemechange",a)})()`;
