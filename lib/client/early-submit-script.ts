/**
 * A form that is sent before the page has come alive would go out by itself: its fields, a password among them, would
 * stand in the address and in logs on the way. No form of ours goes out by itself but those that name where, so it stays;
 * `useEarlySubmit` sends it once the page is alive. Text of an inline script: it must not refer to anything outside.
 */
export const EARLY_SUBMIT_SCRIPT = `addEventListener("submit",e=>{if(e.target.hasAttribute("action"))return;
e.preventDefault();window.__earlySubmit=e.target},true)`;
