"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import type { LiveAnswer } from "@/lib/conversation/client/controller";

/**
 * Tells a screen reader what happens, in one polite region: that an answer begins and ends, and each finished paragraph
 * of it once (design 9).
 */
export function Announcer({ live }: { live: LiveAnswer | null }) {
  const t = useTranslations("chat.answer");
  const [said, setSaid] = useState("");
  const upTo = useRef(0);
  const running = useRef<string | null>(null);

  useEffect(() => {
    if (!live) {
      if (running.current) setSaid(t("finished"));
      running.current = null;
      return;
    }
    if (running.current !== live.runId) {
      running.current = live.runId;
      upTo.current = 0;
      setSaid(t("writing"));
      return;
    }
    // Behind a tool the text begins anew.
    if (live.text.length < upTo.current) upTo.current = 0;
    const end = live.text.lastIndexOf("\n\n");
    if (end > upTo.current) {
      setSaid(live.text.slice(upTo.current, end).replace(/[*_`#>|]/g, ""));
      upTo.current = end;
    }
  }, [live, t]);

  return (
    <div aria-live="polite" className="sr-only">
      {said}
    </div>
  );
}
