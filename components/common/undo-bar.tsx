"use client";

import { Undo2, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { reportFailure } from "@/lib/client/report-failure";
import { undoStore, withdrawUndo } from "@/lib/client/undo";
import { useStore } from "@/lib/client/use-store";

/** Long enough to read, decide and reach (WCAG 2.2.1 is met by the trash behind it), milliseconds. */
const SHOWN_MS = 10_000;

/** Says what was done and takes it back on demand, floating over the end of the screen. */
export function UndoBar() {
  const t = useTranslations("common");
  const offer = useStore(undoStore, null);
  const [isRunning, setIsRunning] = useState(false);
  const [isHeld, setIsHeld] = useState(false);

  useEffect(() => {
    if (!offer || isRunning || isHeld) return;
    const timer = setTimeout(() => withdrawUndo(offer.id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [offer, isRunning, isHeld]);

  const handleUndo = async () => {
    if (!offer || isRunning) return;
    setIsRunning(true);
    await offer.undo().catch(reportFailure);
    setIsRunning(false);
    withdrawUndo(offer.id);
  };
  if (!offer) return null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at it only keeps it there
    <div
      key={offer.id}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
      className="pop absolute inset-x-3 bottom-15 z-(--z-sticky) mx-auto flex w-fit max-w-[calc(100%-24px)] items-center gap-2 rounded-lg border bg-popover py-2 pr-2 pl-4 text-sm shadow-lg"
    >
      <span role="status">{offer.text}</span>
      <Button size="sm" icon={Undo2} loading={isRunning} onClick={handleUndo}>
        {t("action.undo")}
      </Button>
      <IconButton icon={X} label={t("action.close")} onClick={() => withdrawUndo(offer.id)} />
    </div>
  );
}
