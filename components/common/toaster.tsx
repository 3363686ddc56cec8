"use client";

import { Check, CircleX, Info, type LucideIcon, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { type ToastItem, type ToastKind, toastStore } from "@/lib/client/toast";
import { useStore } from "@/lib/client/use-store";

// spec 9
const APPEAR_MS = 50;
const FADE_MS = 300;
const STAY_MS: Record<ToastKind, number> = { success: 1500, info: 1500, warning: 3000, error: 3000 };

const ICONS: Record<ToastKind, { icon: LucideIcon; className: string }> = {
  success: { icon: Check, className: "text-success" },
  info: { icon: Info, className: "text-primary" },
  warning: { icon: TriangleAlert, className: "text-warning" },
  error: { icon: CircleX, className: "text-danger" },
};

/** Shows the wanted toast at the top centre of the panel it stands in, one at a time. */
export function Toaster() {
  const item = useStore(toastStore, null);
  return item ? <Toast key={item.id} item={item} /> : null;
}

type Phase = "waiting" | "shown" | "fading";

function Toast({ item }: { item: ToastItem }) {
  const t = useTranslations("common.toast");
  const [phase, setPhase] = useState<Phase>("waiting");
  const [held, setHeld] = useState(false);
  const left = useRef(STAY_MS[item.kind]);
  const { icon: Icon, className } = ICONS[item.kind];

  useEffect(() => {
    if (phase === "waiting") {
      const timer = setTimeout(() => setPhase("shown"), APPEAR_MS);
      return () => clearTimeout(timer);
    }
    if (phase === "fading") {
      const gone = () => toastStore.set((current) => (current?.id === item.id ? null : current));
      const timer = setTimeout(gone, FADE_MS);
      return () => clearTimeout(timer);
    }
    if (held) return;
    const since = Date.now();
    const timer = setTimeout(() => setPhase("fading"), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= Date.now() - since;
    };
  }, [phase, held, item.id]);

  const urgent = item.kind === "error" || item.kind === "warning";
  return (
    <div
      role={urgent ? "alert" : "status"}
      className="pointer-events-none fixed inset-x-0 top-4 z-(--z-toast) flex justify-center px-4 md:absolute"
    >
      {phase !== "waiting" && (
        // biome-ignore lint/a11y/noStaticElementInteractions: pointing at a message only keeps it on the screen
        <div
          // biome-ignore lint/a11y/noNoninteractiveTabindex: focus keeps it on the screen, as pointing does
          tabIndex={0}
          onMouseEnter={() => setHeld(true)}
          onMouseLeave={() => setHeld(false)}
          onFocus={() => setHeld(true)}
          onBlur={() => setHeld(false)}
          data-phase={phase}
          className="pointer-events-auto flex min-h-9 max-w-120 items-center gap-2.5 rounded-md border bg-popover px-3 py-1.5 text-sm text-fg shadow-md transition-opacity duration-(--toast-fade) data-[phase=fading]:opacity-0"
        >
          <Icon aria-hidden size={16} strokeWidth={2} className={`shrink-0 ${className}`} />
          <span className="min-w-0 break-words">{typeof item.text === "string" ? item.text : t(item.text.key)}</span>
        </div>
      )}
    </div>
  );
}
