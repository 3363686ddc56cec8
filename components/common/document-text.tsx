"use client";

import Markdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";

const COMPONENTS: Components = {
  a: ({ href, children }) =>
    href ? (
      <a href={href} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
    ) : (
      <span>{children}</span>
    ),
  // Pictures would be fetched from wherever the text says; what they show is told instead.
  img: ({ alt }) => <span>{alt}</span>,
};

/** A text of the installation (help, privacy, terms). Raw HTML is not rendered, addresses other than the web's lead nowhere. */
export function DocumentText({ markdown, className = "" }: { markdown: string; className?: string }) {
  return (
    <article className={`prose-doc text-md ${className}`}>
      <Markdown remarkPlugins={[remarkGfm]} components={COMPONENTS}>
        {markdown}
      </Markdown>
    </article>
  );
}
