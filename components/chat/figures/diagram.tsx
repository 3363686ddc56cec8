"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useState } from "react";
import type { DrawnDiagram } from "./draw-diagram";
import { useIsDark } from "./use-is-dark";

/** Text that still arrives is drawn when it rests, milliseconds. */
const REST_MS = 250;

interface DiagramProps {
  source: string;
  /** Shown until the text is a whole diagram, and when it is none. */
  children: ReactNode;
  onDrawn: (drawn: DrawnDiagram | null) => void;
}

/** A diagram of an answer, as a picture that runs nothing. */
export function Diagram({ source, children, onDrawn }: DiagramProps) {
  const t = useTranslations("chat.markdown");
  const isDark = useIsDark();
  const [drawn, setDrawn] = useState<DrawnDiagram | null>(null);
  useEffect(() => {
    let isOver = false;
    const timer = setTimeout(async () => {
      const picture = await import("./draw-diagram")
        .then(({ drawDiagram }) => drawDiagram(source, isDark))
        // Not a diagram, or not yet: its text stands there.
        .catch(() => null);
      if (isOver) return;
      setDrawn(picture);
      onDrawn(picture);
    }, REST_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [source, isDark, onDrawn]);
  if (!drawn) return children;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide diagram is scrolled by keyboard too
    <div className="overflow-auto p-3" tabIndex={0}>
      {/* biome-ignore lint/performance/noImgElement: a data address of our own drawing */}
      <img src={drawn.url} alt={t("diagram")} width={drawn.width} height={drawn.height} className="mx-auto h-auto" />
    </div>
  );
}
