"use client";

import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import type { OwnToolDto } from "@/lib/features/tools/own-dto";

/** What is saved, before the description is read again. */
export function CurrentTools({ tools }: { tools: readonly OwnToolDto[] }) {
  const t = useTranslations("tools-own.operation");
  return (
    <ul className="overflow-hidden rounded-md border">
      {tools.map(({ operationId, title, operation, confirm, changed, missing }) => (
        <li key={operationId} className="flex items-start gap-3 px-3 py-2 not-last:border-b">
          <div className="min-w-0 flex-1">
            <span className="block break-words font-medium text-sm">{title || operationId}</span>
            <span className="block break-all font-mono text-fg-2 text-xs">
              {operation?.method} {operation?.address}
            </span>
          </div>
          {changed && <Badge tone="primary">{t("state.changed")}</Badge>}
          {missing && <Badge tone="danger">{t("state.removed")}</Badge>}
          {confirm && <Badge tone="warning">{t("writes")}</Badge>}
        </li>
      ))}
    </ul>
  );
}
