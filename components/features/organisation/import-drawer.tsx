"use client";

import { useQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";
import type { ImportKind } from "@/lib/features/organisation/import/columns";
import type { ImportDto } from "@/lib/features/organisation/import/dto";
import { importsQuery, isUnderWay } from "@/lib/features/organisation/import/hooks";
import { ImportFileForm } from "./import-file-form";
import { ImportHistory } from "./import-history";
import { ImportRunView } from "./import-run-view";

interface ImportDrawerProps {
  kind: ImportKind;
  /** The person may also make departments. */
  canMakeDepartments: boolean;
  onClose: () => void;
}

type View = { name: "file" } | { name: "history" } | { name: "run"; id: string };

/** Departments or people from a file: upload, check, confirm, result; what is under way is found again. */
export function ImportDrawer({ kind, canMakeDepartments, onClose }: ImportDrawerProps) {
  const t = useTranslations("organisation-imports");
  const latest = useQuery(importsQuery(kind, 1));
  // Where to begin is said by an answer of now, never by one of an earlier visit.
  const items = latest.isError ? [] : latest.isFetchedAfterMount ? latest.data?.items : undefined;
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent size="large" title={t(kind)} className="flex flex-col gap-4">
        {items ? <Flow kind={kind} canMakeDepartments={canMakeDepartments} first={startOf(items)} /> : <Waiting />}
      </SheetContent>
    </Sheet>
  );
}

/** `first` counts once: later answers must not move a person to another view. */
function Flow({ kind, canMakeDepartments, first }: Omit<ImportDrawerProps, "onClose"> & { first: View }) {
  const t = useTranslations("organisation-imports");
  const [view, setView] = useState(first);
  const showRun = (id: string) => setView({ name: "run", id });
  const showFile = () => setView({ name: "file" });
  if (view.name === "history") return <ImportHistory kind={kind} onOpen={showRun} onNew={showFile} />;
  return (
    <>
      <div className="flex min-h-0 flex-1 flex-col">
        {view.name === "file" && (
          <ImportFileForm kind={kind} canMakeDepartments={canMakeDepartments} onUploaded={showRun} />
        )}
        {view.name === "run" && <ImportRunView key={view.id} id={view.id} onAnother={showFile} />}
      </div>
      <div className="border-t pt-3">
        <Button variant="ghost" icon={History} onClick={() => setView({ name: "history" })}>
          {t("history.title")}
        </Button>
      </div>
    </>
  );
}

function Waiting() {
  return (
    <div aria-busy className="space-y-3">
      <Skeleton className="h-32 w-full" />
      <Skeleton className="h-5 w-64" />
      <Skeleton className="h-5 w-48" />
    </div>
  );
}

/** A person's own import that waits for something, or the file to begin with. */
function startOf(items: readonly ImportDto[]): View {
  const own = items.find(({ owner }) => owner.isSelf);
  if (own && (isUnderWay(own) || own.status === "ready" || own.hasCodes)) return { name: "run", id: own.id };
  return { name: "file" };
}
