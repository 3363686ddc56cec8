"use client";

import { useTranslations } from "next-intl";
import { isValidElement, type ReactElement, type ReactNode, useEffect, useState } from "react";
import { CopyButton } from "@/components/common/copy-button";

interface CodeProps {
  className?: string;
  children?: ReactNode;
}

/** Longer code stays uncoloured, characters: colouring it would stall the page. */
const COLOUR_MAX = 30_000;

/** A block of code with its language and a copy button; colours are loaded when the first block appears. */
export function CodeBlock({ children }: { children?: ReactNode }) {
  const t = useTranslations("chat.markdown");
  const code = isValidElement(children) ? (children as ReactElement<CodeProps>) : undefined;
  if (!code || typeof code.props.children !== "string") return <pre>{children}</pre>;
  const source = code.props.children.replace(/\n$/, "");
  const language = /language-([\w+#.-]+)/.exec(code.props.className ?? "")?.[1] ?? "";
  return (
    <figure className="prose-code">
      <figcaption>
        <span>{language || t("code")}</span>
        <CopyButton text={source} size={24} label={t("copyCode")} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled by keyboard too */}
      <pre tabIndex={0}>
        <Coloured source={source} language={language} />
      </pre>
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
