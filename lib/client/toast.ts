import { createStore } from "./store";

export type ToastKind = "success" | "info" | "warning" | "error";

/** Messages the toaster knows by key (`common.toast`; spec 8). */
export type ToastKey =
  | "success"
  | "error"
  | "warning"
  | "uploading"
  | "limitExceeded"
  | "copied"
  | "copyFailed"
  | "loggedIn"
  | "unknownError"
  | "networkError"
  | "timeout"
  | "sessionEnded"
  | "noPermission";

/** A finished text in the person's language, or the key of a known message. */
export type ToastText = string | { key: ToastKey };

export interface ToastItem {
  id: number;
  kind: ToastKind;
  text: ToastText;
}

/** The toast that is wanted now; a new one replaces it (spec 4: one at a time). */
export const toastStore = createStore<ToastItem | null>(null);

let last = 0;

function show(kind: ToastKind, text: ToastText): void {
  last += 1;
  toastStore.set({ id: last, kind, text });
}

/** Shows a short message. Never the only place where something is said (design 9). */
export const toast = {
  success: (text: ToastText = { key: "success" }) => show("success", text),
  info: (text: ToastText) => show("info", text),
  warning: (text: ToastText = { key: "warning" }) => show("warning", text),
  error: (text: ToastText = { key: "error" }) => show("error", text),
};
