"use client";

import { useQuery } from "@tanstack/react-query";
import { Archive } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { PanelState } from "@/components/common/query-state";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { Table, TableCell, TableHead, TableRow } from "@/components/ui/table";
import { isSame } from "@/lib/editing/differences";
import { settingsHref } from "@/lib/features/knowledge/paths";
import { RETRIEVAL_FIELDS } from "@/lib/features/knowledge/retrieval-form";
import { retrievalQuery } from "@/lib/features/knowledge/retrieval-hooks";
import type { RetrievalField } from "@/lib/features/knowledge/retrieval-problems";
import { withinCenter } from "@/lib/features/knowledge/within-center";
import { BackupDialog } from "./backup-dialog";
import { CenterParameters } from "./center-parameters";
import { ParametersShell } from "./parameters-shell";
import { useParameterTexts } from "./use-parameter-texts";

interface ParametersScreenProps {
  baseId: string | null;
  title: string;
  managesCenter: boolean;
}

/** Every parameter of how a base is searched, with whose value is in force; without a base those of the center (spec 2). */
export function ParametersScreen({ baseId, title, managesCenter }: ParametersScreenProps) {
  return (
    <ParametersShell part="settings" {...{ baseId, title, managesCenter }}>
      {baseId ? <BaseParameters baseId={baseId} /> : <CenterParameters />}
    </ParametersShell>
  );
}

function BaseParameters({ baseId }: { baseId: string }) {
  const t = useTranslations("knowledge-operations-tests.parameters");
  const texts = useParameterTexts();
  const query = useQuery(retrievalQuery(baseId));
  const [isNaming, setIsNaming] = useState(false);
  if (!query.data) return <PanelState query={query} />;
  const { own, center, limits } = query.data;
  const settings = withinCenter({ ...center, ...own }, { settings: center, recall: limits });
  /** What the center keeps for itself, or bounds, is no longer the base's. */
  const isOwn = (name: RetrievalField) => Object.hasOwn(own, name) && isSame(own[name], settings[name]);
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-4 py-4 md:px-5">
      <div className="flex flex-wrap items-center gap-2">
        <p className="min-w-0 flex-1 text-fg-2 text-sm max-md:basis-full">{t("about")}</p>
        <Link href={settingsHref(baseId)} className={buttonClass("default")}>
          {t("change")}
        </Link>
        <Button icon={Archive} onClick={() => setIsNaming(true)}>
          {t("backUp")}
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div tabIndex={0} className="mt-4 max-w-200 overflow-x-auto rounded-md border">
        <Table aria-label={t("settings")}>
          <thead>
            <tr>
              <TableHead>{t("column.parameter")}</TableHead>
              <TableHead>{t("column.value")}</TableHead>
              <TableHead>{t("column.from")}</TableHead>
            </tr>
          </thead>
          <tbody>
            {RETRIEVAL_FIELDS.map((name) => (
              <TableRow key={name}>
                <TableCell>{texts.label(name)}</TableCell>
                <TableCell className="tnum font-medium">{texts.value(name, settings)}</TableCell>
                <TableCell>
                  <Badge tone={isOwn(name) ? "primary" : "neutral"}>{t(isOwn(name) ? "own" : "fromCenter")}</Badge>
                </TableCell>
              </TableRow>
            ))}
          </tbody>
        </Table>
      </div>
      {isNaming && <BackupDialog baseId={baseId} onClose={() => setIsNaming(false)} />}
    </div>
  );
}
