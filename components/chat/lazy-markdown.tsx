"use client";

import { Component, type ReactNode, useSyncExternalStore } from "react";
import type { SafeMarkdown, SafeMarkdownProps } from "./markdown";
import { withoutMarks } from "./sources/mark-text";

type Renderer = typeof SafeMarkdown;

let loaded: Renderer | undefined;
let isLoading = false;
const listeners = new Set<() => void>();

/** Fetches the renderer; the composer asks for it early, so that it is there with the first word of an answer. */
export function loadMarkdown(): void {
  if (loaded || isLoading) return;
  isLoading = true;
  import("./markdown")
    .then((module) => {
      loaded = module.SafeMarkdown;
      for (const listener of listeners) listener();
    })
    // Without the renderer the text stays readable; the next message tries again.
    .catch(() => undefined)
    .finally(() => {
      isLoading = false;
    });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  loadMarkdown();
  return () => listeners.delete(listener);
}

/** Markdown of a model; plain text until the renderer has arrived, and if it stumbles over this one. */
export function LazyMarkdown({ text, isLive, hasMarks }: SafeMarkdownProps) {
  const Markdown = useSyncExternalStore(
    subscribe,
    () => loaded,
    () => undefined,
  );
  const plain = <div className="prose whitespace-pre-wrap">{hasMarks ? withoutMarks(text) : text}</div>;
  if (!Markdown) return plain;
  return (
    <PlainOnError plain={plain}>
      <Markdown text={text} isLive={isLive} hasMarks={hasMarks} />
    </PlainOnError>
  );
}

class PlainOnError extends Component<{ plain: ReactNode; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? this.props.plain : this.props.children;
  }
}
