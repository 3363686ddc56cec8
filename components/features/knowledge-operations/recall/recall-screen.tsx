"use client";

import { useTranslations } from "next-intl";
import type { ComponentType } from "react";
import { useAddressState } from "@/components/common/use-address-state";
import { BaseChoice } from "@/components/features/knowledge/base-choice";
import { BaseShell } from "@/components/features/knowledge/base-shell";
import { Segmented } from "@/components/ui/segmented";
import { recallTestHref } from "@/lib/features/knowledge/paths";
import {
  RECALL_VIEWS,
  type RecallAddress,
  type RecallView,
  recallAddress,
} from "@/lib/features/knowledge-operations/recall-address";
import { TestSets } from "../tests/test-sets";
import { QuestionTest } from "./question-test";

interface ViewProps {
  baseId: string;
  address: RecallAddress;
  onAddress: (patch: Partial<RecallAddress>) => void;
}

/** What stands for each way of testing. */
const VIEWS: Record<RecallView, ComponentType<ViewProps>> = { question: QuestionTest, sets: TestSets };

interface RecallScreenProps {
  baseId: string | null;
  title: string;
  address: RecallAddress;
}

/** Tests of how a base is searched (spec G2, G3). Without a base, the choice of one. */
export function RecallScreen({ baseId, title, address: first }: RecallScreenProps) {
  const t = useTranslations("knowledge-operations-recall.view");
  const [address, setAddress] = useAddressState(first, recallAddress.query);
  if (!baseId) return <BaseChoice title={title} right="manage" hrefOf={recallTestHref} />;
  const { view } = address;
  const View = VIEWS[view];
  return (
    <BaseShell baseId={baseId} tab="recall-test">
      {() => (
        <>
          <div className="shrink-0 border-b px-4 py-2 md:px-5">
            <Segmented
              aria-label={t("label")}
              value={view}
              onValueChange={(next) => setAddress({ view: next })}
              options={RECALL_VIEWS.map((value) => ({ value, label: t(value) }))}
            />
          </div>
          <View baseId={baseId} address={address} onAddress={setAddress} />
        </>
      )}
    </BaseShell>
  );
}
