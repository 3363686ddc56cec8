"use client";

import { useQuery } from "@tanstack/react-query";
import { UserCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, useState } from "react";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { Button } from "@/components/ui/button";
import { Count } from "@/components/ui/count";
import { waitsQuery } from "@/lib/features/apps/runs-hooks";

const WaitsSheet = lazy(() => import("./waits-sheet").then((module) => ({ default: module.WaitsSheet })));

/** What workflows ask this person; there only while they do. */
export function WaitsButton() {
  const t = useTranslations("apps-list");
  const { data } = useQuery(waitsQuery);
  const [isOpen, setIsOpen] = useState(false);
  const count = data?.items.length ?? 0;
  if (count === 0 && !isOpen) return null;
  return (
    <>
      <Button size="sm" variant="ghost" icon={UserCheck} onClick={() => setIsOpen(true)}>
        {t("waits")} <Count>{count}</Count>
      </Button>
      <LazyBoundary onFailure={() => setIsOpen(false)}>
        {isOpen && <WaitsSheet onClose={() => setIsOpen(false)} />}
      </LazyBoundary>
    </>
  );
}
