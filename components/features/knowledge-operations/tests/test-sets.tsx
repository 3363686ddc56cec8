"use client";

import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { ErrorState } from "@/components/common/error-state";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { LazyMessages } from "@/components/common/lazy-messages";
import { PanelSkeleton } from "@/components/common/panel-skeleton";
import { useAddressState } from "@/components/common/use-address-state";
import { type TestsPlace, testsAddress } from "@/lib/features/knowledge-operations/recall-hooks";
import { SetList } from "./set-list";
import { SetView } from "./set-view";

/** Test sets of a base: their list, one of them, or a run of it (spec G3). The address says which. */
export function TestSets({ baseId }: { baseId: string }) {
  const [isFailed, setIsFailed] = useState(false);
  if (isFailed) return <ErrorState onRetry={() => setIsFailed(false)} />;
  return (
    <LazyBoundary fallback={<PanelSkeleton />} onFailure={() => setIsFailed(true)}>
      <LazyMessages areas={["knowledge-operations-tests", "knowledge-settings", "validation"]}>
        <Place baseId={baseId} />
      </LazyMessages>
    </LazyBoundary>
  );
}

function Place({ baseId }: { baseId: string }) {
  const params = Object.fromEntries(useSearchParams());
  const [place, show] = useAddressState<TestsPlace>(
    { ...testsAddress.read(params), baseId, view: "sets" },
    testsAddress.query,
  );
  if (!place.setId)
    return <SetList baseId={baseId} onOpen={(setId) => show({ setId, runId: null, part: "questions" })} />;
  return (
    <SetView
      key={place.setId}
      baseId={baseId}
      setId={place.setId}
      runId={place.runId}
      part={place.part}
      onShow={show}
      onBack={() => show({ setId: null, runId: null, part: "questions" })}
    />
  );
}
