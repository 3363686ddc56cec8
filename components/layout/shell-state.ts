import { createStore } from "@/lib/client/store";

/** Remembers the person's choice for the server, so that the first paint has the right width. */
export const SIDEBAR_COOKIE = "sidebar";

/** Layers of the shell; at most one is open. */
export type ShellLayer = "palette" | "shortcuts" | "drawer" | "flyout" | "account" | "about";

export const shellLayerStore = createStore<ShellLayer | null>(null);

export function openLayer(layer: ShellLayer): void {
  shellLayerStore.set(layer);
}

export function closeLayer(): void {
  shellLayerStore.set(null);
}

/** What was typed for the palette before it was there. */
export const earlyWordsStore = createStore("");

/** The element the lower half of the sidebar is shown in: sidebar, flyout of the collapsed one, or the drawer. */
export const areaTargetStore = createStore<HTMLElement | null>(null);

/** Whether the current area has a lower half. */
export const areaFilledStore = createStore(false);

/** A screen with columns of its own wants the room; the person's choice comes back when it leaves (design 2). */
export const narrowMenuStore = createStore(false);

export function rememberCollapsed(collapsed: boolean): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store API is missing in some browsers we support
  document.cookie = `${SIDEBAR_COOKIE}=${collapsed ? "collapsed" : "expanded"};path=/;max-age=31536000;samesite=lax`;
}
