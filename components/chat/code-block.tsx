"use client";

import { Code, Download, Eye } from "lucide-react";
import { useTranslations } from "next-intl";
import { isValidElement, lazy, type ReactElement, type ReactNode, useEffect, useState } from "react";
import { CopyButton } from "@/components/common/copy-button";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { IconButton } from "@/components/ui/icon-button";
import { saveBlob } from "@/lib/client/save-file";
import type { DrawnDiagram } from "./figures/draw-diagram";

const Diagram = lazy(() => import("./figures/diagram").then((module) => ({ default: module.Diagram })));
const PagePreview = lazy(() => import("./figures/page-preview").then((module) => ({ default: module.PagePreview })));

interface CodeProps {
  className?: string;
  children?: ReactNode;
}

/** Longer code stays uncoloured, characters: colouring it would stall the page. */
const COLOUR_MAX = 30_000;
/** Longer pages are not shown in a frame, characters. */
const PREVIEW_MAX = 200_000;
const PREVIEWED = ["html", "svg"];

/**
 * A block of code with its language and a copy button; colours are loaded when the first block appears. Diagrams are drawn,
 * pages can be looked at in a locked frame.
 */
export function CodeBlock({ children }: { children?: ReactNode }) {
  const t = useTranslations("chat.markdown");
  const code = isValidElement(children) ? (children as ReactElement<CodeProps>) : undefined;
  const source = typeof code?.props.children === "string" ? code.props.children.replace(/\n$/, "") : null;
  const language = /language-([\w+#.-]+)/.exec(code?.props.className ?? "")?.[1]?.toLowerCase() ?? "";
  const isDiagram = language === "mermaid";
  const isPage = PREVIEWED.includes(language) && source !== null && source.length <= PREVIEW_MAX;
  // Until somebody chooses: the language of a block that still arrives may become that of a diagram.
  const [chosen, setChosen] = useState<"code" | "figure" | null>(null);
  const isCode = chosen === null ? !isDiagram : chosen === "code";
  const [drawn, setDrawn] = useState<DrawnDiagram | null>(null);
  if (source === null) return <pre>{children}</pre>;
  // A formula whose typesetting is still on its way is no listing: it would flash as one.
  if (code?.props.className?.includes("math-display")) return <div className="whitespace-pre-wrap">{source}</div>;
  const listing = (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled by keyboard too
    <pre tabIndex={0}>
      <Coloured source={source} language={language} />
    </pre>
  );
  return (
    <figure className="prose-code">
      <figcaption>
        <span className="flex-1">{language || t("code")}</span>
        {(isPage || drawn) && (
          <IconButton
            icon={isCode ? Eye : Code}
            size={24}
            iconSize={13}
            label={isCode ? t("preview") : t("showCode")}
            onClick={() => setChosen(isCode ? "figure" : "code")}
          />
        )}
        {drawn && !isCode && (
          <IconButton
            icon={Download}
            size={24}
            iconSize={13}
            label={t("downloadDiagram")}
            onClick={() => saveBlob(new Blob([drawn.svg], { type: "image/svg+xml" }), `${t("diagram")}.svg`)}
          />
        )}
        <CopyButton text={source} size={24} label={t("copyCode")} />
      </figcaption>
      {isCode ? (
        listing
      ) : (
        <LazyBoundary fallback={listing}>
          {isDiagram ? (
            <Diagram source={source} onDrawn={setDrawn}>
              {listing}
            </Diagram>
          ) : (
            <PagePreview source={source} />
          )}
        </LazyBoundary>
      )}
    </figure>
  );
}

type Colour = (source: string, language: string) => ReactNode;

function Coloured({ source, language }: { source: string; language: string }) {
  const [colour, setColour] = useState<{ run: Colour }>();
  const wanted = language !== "" && source.length <= COLOUR_MAX;
  useEffect(() => {
    if (!wanted) return;
    let gone = false;
    void import("./code-colours").then(({ colourCode }) => {
      if (!gone) setColour({ run: colourCode });
    });
    return () => {
      gone = true;
    };
  }, [wanted]);
  return <code>{wanted && colour ? colour.run(source, language) : source}</code>;
}
