"use client";

import { type ReactElement, type ReactNode, useState } from "react";
import { LazyBoundary } from "./lazy-boundary";

type Opens = "menu" | "dialog";

interface TriggerHandlers {
  "aria-haspopup": Opens;
  onClick?: () => void;
  onPointerEnter: () => void;
  onFocus: () => void;
}

export interface LazyTriggerProps {
  opens: Opens;
  /** Loads what opens; begun when the pointer or the focus comes near. */
  load: () => void;
  /** Makes the button; it must pass these handlers and its ref on. */
  button: (handlers: TriggerHandlers) => ReactElement;
  /** What opens, around its button, which also stands for it until its code is there. Mounted by the press that asked for it. */
  children: (trigger: ReactElement) => ReactNode;
}

/** A button whose menu or popover is loaded when it is first wanted. */
export function LazyTrigger({ opens, load, button, children }: LazyTriggerProps) {
  const [wanted, setWanted] = useState(false);
  const trigger = (onClick?: () => void) =>
    button({ "aria-haspopup": opens, onClick, onPointerEnter: load, onFocus: load });
  if (!wanted) return trigger(() => setWanted(true));
  return (
    <LazyBoundary fallback={trigger()} onFailure={() => setWanted(false)}>
      {children(trigger())}
    </LazyBoundary>
  );
}
