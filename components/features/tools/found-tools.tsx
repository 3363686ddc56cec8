"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { SearchInput } from "@/components/common/search-input";
import { Badge } from "@/components/ui/badge";
import { Checkbox } from "@/components/ui/checkbox";
import { MCP_TOOLS_MAX } from "@/lib/config/tool-kinds";
import type { McpProbeResult } from "@/lib/features/tools/dto";
import { useReason } from "./use-reason";

/** More tools than these can be searched, and so many are drawn at once. */
const SEARCHED_FROM = 12;
const SHOWN = 100;

const textOf = ({ remoteName, title, description, call = "" }: McpProbeResult["tools"][number]) =>
  [remoteName, title, description, call].join("\n").toLowerCase();

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
  const [keyword, setKeyword] = useState("");
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
  const word = keyword.trim().toLowerCase();
  const fitting = result.tools.filter((tool) => textOf(tool).includes(word));
  const shown = fitting.slice(0, SHOWN);
  const isLong = result.tools.length > SEARCHED_FROM;
  return (
    <section aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`} role="status" className="mb-1.5 text-sm">
        {t("found", { count: result.tools.length, ms: result.latencyMs })}
      </h3>
      {isLong && (
        <div className="mb-2 flex flex-wrap items-center gap-3">
          <SearchInput label={t("searchFound")} value={keyword} onChange={setKeyword} className="min-w-0 flex-1" />
          <span role="status" className="tnum text-fg-3 text-xs">
            {t("picked", { count: picked.size, most: MCP_TOOLS_MAX })}
          </span>
        </div>
      )}
      {result.tools.length > 0 && (
        <ul className="max-h-80 overflow-y-auto rounded-md border">
          {shown.map(({ remoteName, title, description, readOnly, call }) => (
            <li key={remoteName} className="flex items-start gap-3 px-3 py-2 not-last:border-b">
              <Checkbox
                id={`${id}-${remoteName}`}
                checked={picked.has(remoteName)}
                onCheckedChange={(checked) => toggle(remoteName, checked)}
                className="mt-0.5"
              />
              <label htmlFor={`${id}-${remoteName}`} className="min-w-0 flex-1">
                <span className="block break-words font-medium text-sm">{title || remoteName}</span>
                {call && <span className="block break-all font-mono text-fg-2 text-xs">{call}</span>}
                <span className="line-clamp-3 block break-words text-fg-3 text-xs">{description}</span>
              </label>
              {!readOnly && <Badge tone="warning">{b("confirm")}</Badge>}
            </li>
          ))}
          {fitting.length > shown.length && (
            <li className="px-3 py-2 text-fg-3 text-xs">{t("moreFound", { count: fitting.length - shown.length })}</li>
          )}
          {fitting.length === 0 && <li className="px-3 py-2 text-fg-3 text-xs">{t("noneFound")}</li>}
        </ul>
      )}
    </section>
  );
}
