"use client";

import { useTranslations } from "next-intl";
import { memo, useContext, useEffect, useMemo, useRef, useState } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import rehypeRaw from "rehype-raw";
import rehypeSanitize, { defaultSchema } from "rehype-sanitize";
import remarkBreaks from "remark-breaks";
import remarkGfm from "remark-gfm";
import remarkMath from "remark-math";
import type { PluggableList } from "unified";
import { BlockCutter, completeBegun, normalizeMath } from "./blocks";
import { CodeBlock } from "./code-block";
import { SafeImage, SafeLink } from "./safe-link";
import { MarkedTextContext } from "./sources/context";
import { withoutBegunMark } from "./sources/mark-text";
import { rehypeMarks } from "./sources/marks";

/** What a model may show: the usual text elements; no styles, forms, frames or scripts (SECURITY rule 12). */
const SCHEMA = {
  ...defaultSchema,
  attributes: {
    ...defaultSchema.attributes,
    code: [["className", /^language-[\w+#.-]+$/, "math-inline", "math-display"]],
  },
} satisfies typeof defaultSchema;

const REMARK: PluggableList = [remarkGfm, remarkBreaks, [remarkMath, { singleDollarTextMath: true }]];
const REHYPE: PluggableList = [rehypeRaw, [rehypeSanitize, SCHEMA]];

const COMPONENTS: Components = {
  a: ({ href, children }) => <SafeLink href={href}>{children}</SafeLink>,
  img: ({ src, alt }) => <SafeImage src={typeof src === "string" ? src : undefined} alt={alt} />,
  input: ({ checked }) => <TaskBox checked={checked} />,
  // Sanitising lets none through: these are ours, made from marks afterwards.
  cite: ({ node }) => <SourceMark id={Number(node?.properties.dataId)} />,
  pre: ({ children }) => <CodeBlock>{children}</CodeBlock>,
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard too
    <div className="prose-table" tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
};

/** The box of a task list; what it says must be said to those who do not see it too. */
function TaskBox({ checked }: { checked?: boolean }) {
  const t = useTranslations("chat.markdown");
  return (
    <input type="checkbox" disabled checked={checked} readOnly aria-label={checked ? t("taskDone") : t("taskOpen")} />
  );
}

function SourceMark({ id }: { id: number }) {
  const marked = useContext(MarkedTextContext);
  return marked && <marked.Mark id={id} />;
}

/** Mathematics is typeset after sanitising, from text that is clean by then; the code comes on first use. */
let mathPlugins: PluggableList | undefined;
const HAS_MATH = /\$[^\s$]|\$\$/;

function useMathPlugins(wanted: boolean): PluggableList {
  const [plugins, setPlugins] = useState(mathPlugins);
  useEffect(() => {
    if (!wanted || plugins) return;
    let gone = false;
    void import("./math").then(({ rehypeMath }) => {
      mathPlugins = [...REHYPE, rehypeMath];
      if (!gone) setPlugins(mathPlugins);
    });
    return () => {
      gone = true;
    };
  }, [wanted, plugins]);
  return (wanted && plugins) || REHYPE;
}

interface BlockProps {
  text: string;
  hasMarks: boolean;
}

const Block = memo(function Block({ text, hasMarks }: BlockProps) {
  const rehype = useMathPlugins(HAS_MATH.test(text));
  const plugins = useMemo(() => (hasMarks ? [...rehype, rehypeMarks] : rehype), [rehype, hasMarks]);
  return (
    <ReactMarkdown remarkPlugins={REMARK} rehypePlugins={plugins} components={COMPONENTS}>
      {text}
    </ReactMarkdown>
  );
});

export interface SafeMarkdownProps {
  text: string;
  isLive?: boolean;
  /** `[^c1]` in the text is the mark of a source; a `MarkedTextContext` around says which. */
  hasMarks?: boolean;
}

/** The one place where text of a model becomes markup. Finished blocks stay as they are while the rest arrives. */
export function SafeMarkdown({ text, isLive, hasMarks = false }: SafeMarkdownProps) {
  const cutter = useRef<BlockCutter>(null);
  cutter.current ??= new BlockCutter();
  const whole = hasMarks && isLive ? withoutBegunMark(text) : text;
  const blocks = useMemo(() => cutter.current?.cut(normalizeMath(whole)) ?? [], [whole]);
  return (
    <div className="prose" data-live={isLive || undefined}>
      {blocks.map(({ from, text: block }, index) => (
        // A block without a mark is not drawn anew when marks end with the answer.
        <Block
          key={from}
          text={isLive && index === blocks.length - 1 ? completeBegun(block) : block}
          hasMarks={hasMarks && block.includes("[^c")}
        />
      ))}
    </div>
  );
}
