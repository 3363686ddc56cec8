"use client";

import { useTranslations } from "next-intl";
import { Table, TableCell, TableHead, TableRow } from "@/components/ui/table";
import type { ApiOperationDto } from "@/lib/features/tools/own-dto";
import { DefinitionDiff } from "../review-drawer";

/** Where an operation goes, what it takes, and what changed since it became a tool. */
export function OperationDetails({ operation }: { operation: ApiOperationDto }) {
  const t = useTranslations("tools-own.operation");
  const p = useTranslations("tools-own.parameter");
  const { method, address, description, summary, parameters, state, change } = operation;
  return (
    <div className="space-y-3 border-t bg-subtle px-3 py-3 md:pl-10">
      {state === "removed" && <p className="text-danger-ink text-sm">{t("removedText")}</p>}
      <p className="break-all font-mono text-xs">
        <span className="sr-only">{t("whole")} </span>
        {method} {address}
      </p>
      {description && description !== summary && <p className="break-words text-fg-2 text-sm">{description}</p>}
      {change && <DefinitionDiff {...change} />}
      {parameters.length > 0 && (
        <div className="overflow-x-auto rounded-md border bg-background">
          <Table>
            <thead>
              <TableRow>
                <TableHead>{p("name")}</TableHead>
                <TableHead>{p("type")}</TableHead>
                <TableHead>{p("place")}</TableHead>
                <TableHead>{p("required")}</TableHead>
                <TableHead>{p("description")}</TableHead>
              </TableRow>
            </thead>
            <tbody>
              {parameters.map((one) => (
                <TableRow key={`${one.in} ${one.name}`}>
                  <TableCell className="font-mono text-xs">{one.name}</TableCell>
                  <TableCell className="text-fg-2 text-xs">{one.type}</TableCell>
                  <TableCell className="text-fg-2 text-xs">{p(`in.${one.in}`)}</TableCell>
                  <TableCell className="text-fg-2 text-xs">{t(one.required ? "required" : "optional")}</TableCell>
                  <TableCell className="min-w-50 whitespace-normal text-fg-2 text-xs">{one.description}</TableCell>
                </TableRow>
              ))}
            </tbody>
          </Table>
        </div>
      )}
    </div>
  );
}
