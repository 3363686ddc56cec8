"use client";

import { useQuery } from "@tanstack/react-query";
import { FlaskConical, Plus } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { LazyMenu } from "@/components/common/lazy-menu";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { toast } from "@/lib/client/toast";
import { recallTestHref } from "@/lib/features/knowledge/paths";
import { useFindingActions } from "@/lib/features/knowledge-operations/findings-hooks";
import { recallSetsQuery, useRecallActions } from "@/lib/features/knowledge-operations/recall-hooks";
import type { FindingMakerProps } from "./finding-makers";

/** Sets of a base that are offered. */
const SETS = 20;

/** Puts a question into a test set of its base, with what was found at the time (spec H5). */
export function TestMaker({ finding: { id, base, recallItemId, closed } }: FindingMakerProps) {
  const t = useTranslations("knowledge-operations-usage.findings.test");
  const { data } = useQuery(recallSetsQuery(base.id, { page: 1, pageSize: SETS, keyword: "" }));
  const { test } = useFindingActions(id);
  const { create } = useRecallActions();
  if (recallItemId) {
    return (
      <Link href={`${recallTestHref(base.id)}&view=sets`} className={buttonClass()}>
        <FlaskConical aria-hidden size={15} strokeWidth={1.75} className="text-fg-2" />
        {t("open")}
      </Link>
    );
  }
  if (closed) return null;
  const into = (setId: string) => test.mutate(setId, { onSuccess: () => toast.success(t("done")) });
  const commands = [
    ...(data?.items ?? []).map((set) => ({
      key: set.id,
      label: set.name,
      icon: FlaskConical,
      onSelect: () => into(set.id),
    })),
    {
      key: "new",
      label: t("new"),
      icon: Plus,
      onSelect: () => create.mutate({ baseId: base.id, name: t("name") }, { onSuccess: (made) => into(made.id) }),
    },
  ];
  return (
    <LazyMenu
      commands={commands}
      button={(handlers) => (
        <Button icon={FlaskConical} loading={test.isPending || create.isPending} {...handlers}>
          {t("add")}
        </Button>
      )}
    />
  );
}
