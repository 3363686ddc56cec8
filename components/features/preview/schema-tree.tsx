"use client";

import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import type { SchemaNode } from "@/lib/features/preview/api-document";

/** Fields of a body or parameters of a call as a tree: name, type, whether required, limits. */
export function SchemaTree({ nodes, label }: { nodes: readonly SchemaNode[]; label?: string }) {
  const t = useTranslations("preview.api");
  return (
    <ul aria-label={label} className="space-y-1">
      {nodes.map((node) => (
        <li key={`${node.place ?? ""}${node.name}`}>
          <div className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5 py-0.5 text-xs">
            <code className="font-medium font-mono text-sm">{node.name}</code>
            {(node.place === "path" || node.place === "query") && <Badge>{t(`in.${node.place}`)}</Badge>}
            {node.required && <span className="text-danger-ink">{t("required")}</span>}
            <code className="break-all font-mono text-fg-2">{node.type}</code>
            {node.rules.length > 0 && <span className="font-mono text-fg-3">{node.rules.join(" · ")}</span>}
          </div>
          {node.children.length > 0 && (
            <div className="ml-1 border-l pl-3">
              <SchemaTree nodes={node.children} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}
