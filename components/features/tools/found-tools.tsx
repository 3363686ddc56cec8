"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { Badge } from "@/components/ui/badge";
import { Checkbox } from "@/components/ui/checkbox";
import type { McpProbeResult } from "@/lib/features/tools/dto";
import { useReason } from "./use-reason";

interface FoundToolsProps {
  result: McpProbeResult;
  picked: ReadonlySet<string>;
  onPick: (picked: ReadonlySet<string>) => void;
}

/** What a handshake brought: the server's tools to choose from, or why there are none. */
export function FoundTools({ result, picked, onPick }: FoundToolsProps) {
  const t = useTranslations("tools.form");
  const b = useTranslations("tools.badge");
  const id = useId();
  const reason = useReason();
  if (!result.ok) {
    return (
      <p role="alert" className="rounded-sm bg-danger-soft px-3 py-2 text-danger-ink text-sm">
        {reason(result.error).full}
        {result.detail && <span className="mt-0.5 block break-words text-xs">{result.detail}</span>}
      </p>
    );
  }
  const toggle = (name: string, isPicked: boolean) => {
    const next = new Set(picked);
    if (isPicked) next.add(name);
    else next.delete(name);
    onPick(next);
  };
  return (
    <section aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`} role="status" className="mb-1.5 text-sm">
        {t("found", { count: result.tools.length, ms: result.latencyMs })}
      </h3>
      {result.tools.length > 0 && (
        <ul className="max-h-80 overflow-y-auto rounded-md border">
          {result.tools.map(({ remoteName, title, description, readOnly }) => (
            <li key={remoteName} className="flex items-start gap-3 px-3 py-2 not-last:border-b">
              <Checkbox
                id={`${id}-${remoteName}`}
                checked={picked.has(remoteName)}
                onCheckedChange={(checked) => toggle(remoteName, checked === true)}
                className="mt-0.5"
              />
              <label htmlFor={`${id}-${remoteName}`} className="min-w-0 flex-1">
                <span className="block break-words font-medium text-sm">{title || remoteName}</span>
                <span className="line-clamp-3 block break-words text-fg-3 text-xs">{description}</span>
              </label>
              {!readOnly && <Badge tone="warning">{b("confirm")}</Badge>}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
