"use client";

import type { Values } from "@/lib/features/prompts/template";
import { templateParts } from "@/lib/features/prompts/template";
import type { PromptVariable } from "@/lib/prompts/kinds";
import { ownValue } from "@/lib/text/own-value";

interface PromptTextProps {
  content: string;
  variables: readonly PromptVariable[];
  /** What was filled in so far; without it every placeholder stands as it is. */
  values?: Values;
}

/** A template with its placeholders marked; filled ones show what will be said. */
export function PromptText({ content, variables, values = {} }: PromptTextProps) {
  const labels = new Map(variables.map(({ name, label }) => [name, label || name]));
  return (
    <div className="whitespace-pre-wrap rounded-md border bg-subtle px-3.5 py-3 text-sm leading-6 [overflow-wrap:anywhere]">
      {templateParts(content).map((part, index) => {
        const key = index;
        if (part.kind === "text") return <span key={key}>{part.text}</span>;
        const value = ownValue(values, part.name)?.trim();
        return value ? (
          <span key={key} className="rounded-xs bg-primary-soft px-1 text-primary-ink">
            {value}
          </span>
        ) : (
          <span key={key} className="rounded-xs border border-border-strong border-dashed px-1 text-fg-3">
            {labels.get(part.name) ?? part.name}
          </span>
        );
      })}
    </div>
  );
}
