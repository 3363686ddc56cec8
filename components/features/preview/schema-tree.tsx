"use client";

import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import type { SchemaNode } from "@/lib/features/preview/api-document";

interface SchemaTreeProps {
  nodes: readonly SchemaNode[];
  label?: string;
  /** Of what a call answers: told is what may be missing, not what must be there. */
  isAnswer?: boolean;
}

/** Fields of a body, an answer or parameters of a call as a tree: name, type, whether required, limits. */
export function SchemaTree({ nodes, label, isAnswer = false }: SchemaTreeProps) {
  const t = useTranslations("preview.api");
  return (
    <ul aria-label={label} className="space-y-1">
      {nodes.map((node) => (
        <li key={`${node.place ?? ""}${node.name}`}>
          <div className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5 py-0.5 text-xs">
            <code className="font-medium font-mono text-sm">{node.name}</code>
            {(node.place === "path" || node.place === "query") && <Badge>{t(`in.${node.place}`)}</Badge>}
            {node.required && !isAnswer && <span className="text-danger-ink">{t("required")}</span>}
            {!node.required && isAnswer && node.name !== "*" && <span className="text-fg-3">{t("optional")}</span>}
            <code className="break-all font-mono text-fg-2">{node.type}</code>
            {node.rules.length > 0 && <span className="font-mono text-fg-3">{node.rules.join(" · ")}</span>}
          </div>
          {node.children.length > 0 && (
            <div className="ml-1 border-l pl-3">
              <SchemaTree nodes={node.children} isAnswer={isAnswer} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}
