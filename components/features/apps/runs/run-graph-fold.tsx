"use client";

import { Workflow } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, useState } from "react";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import type { RunDto } from "@/lib/features/apps/runs-dto";

const RunGraph = lazy(() => import("./run-graph").then((module) => ({ default: module.RunGraph })));

interface RunGraphFoldProps {
  run: RunDto;
  models?: readonly { id: string; name: string }[] | null;
  className?: string;
}

/** The graph of a run behind a button, where the steps come first. */
export function RunGraphFold({ run, models = null, className }: RunGraphFoldProps) {
  const t = useTranslations("apps-runs.run");
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className={className}>
      <Button size="sm" icon={Workflow} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {t(isOpen ? "hideGraph" : "showGraph")}
      </Button>
      {isOpen && (
        <div className="mt-2 flex h-[min(60dvh,480px)] overflow-hidden rounded-md border">
          <LazyBoundary fallback={<Skeleton className="h-full w-full" />} onFailure={() => setIsOpen(false)}>
            <RunGraph run={run} models={models} selected={null} />
          </LazyBoundary>
        </div>
      )}
    </div>
  );
}
