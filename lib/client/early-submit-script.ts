/**
 * A form that is sent before the page has come alive would go out by itself: its fields, a password among them, would
 * stand in the address and in logs on the way. No form of ours goes out by itself but those that name where, so it stays;
 * `useEarlySubmit` sends it once the page is alive. The same with Enter in a field that sends by it (`data-early`), where it
 * would have left a line break and no question. Text of an inline script: it must not refer to anything outside.
 */
export const EARLY_SUBMIT_SCRIPT = `addEventListener("submit",e=>{if(e.target.hasAttribute("action"))return;
e.preventDefault();window.__earlySubmit=e.target},true);addEventListener("keydown",e=>{
if(e.key!=="Enter"||e.shiftKey||e.isComposing||e.keyCode===229||!e.target.hasAttribute?.("data-early"))return;
e.preventDefault();window.__earlySubmit=e.target},true)`;
