"use client";

import { Upload } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { lazy, useState } from "react";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { Button } from "@/components/ui/button";
import type { ImportKind } from "@/lib/features/organisation/import/columns";

const ImportDrawer = lazy(() => import("./import-drawer").then((module) => ({ default: module.ImportDrawer })));

interface ImportButtonProps {
  kind: ImportKind;
  /** The person may also make departments. */
  canMakeDepartments: boolean;
}

/** Opens the import of a list; its drawer is loaded when it is first asked for. */
export function ImportButton({ kind, canMakeDepartments }: ImportButtonProps) {
  const t = useTranslations("organisation-imports");
  // The list of tasks leads here with the import open.
  const [isOpen, setOpen] = useState(useSearchParams().has("import"));
  return (
    <>
      <Button icon={Upload} onClick={() => setOpen(true)}>
        {t("open")}
      </Button>
      <LazyBoundary onFailure={() => setOpen(false)}>
        {isOpen && <ImportDrawer kind={kind} canMakeDepartments={canMakeDepartments} onClose={() => setOpen(false)} />}
      </LazyBoundary>
    </>
  );
}
