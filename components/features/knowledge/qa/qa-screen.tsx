"use client";

import { useRouter, useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ComponentProps, lazy, useState } from "react";
import { CreateButton } from "@/components/common/create-button";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { UndoBar } from "@/components/common/undo-bar";
import { QA_QUESTION_MAX } from "@/lib/features/knowledge/limits";
import { centerQaHref, qaHref } from "@/lib/features/knowledge/paths";
import { BaseChoice } from "../base-choice";
import { BaseShell } from "../base-shell";
import { CenterShell } from "../center-shell";
import { QaList } from "./qa-list";

const QaDrawer = lazy(() => import("./qa-drawer").then((module) => ({ default: module.QaDrawer })));

/** Pairs of question and answer of one base. Without a base, the choice of one. `?q=` begins a pair with that question. */
export function BaseQaScreen({ baseId, title }: { baseId: string | null; title: string }) {
  const router = useRouter();
  const question = useSearchParams().get("q")?.slice(0, QA_QUESTION_MAX);
  const [open, setOpen] = useState<string | null>(question ? "new" : null);
  if (!baseId) return <BaseChoice title={title} right="manage" hrefOf={qaHref} />;
  return (
    <BaseShell baseId={baseId} tab="qa" actions={() => <Create onOpen={setOpen} />}>
      {() => (
        <Pairs
          baseId={baseId}
          open={open}
          begins={question ? { question } : undefined}
          onOpen={(next) => {
            setOpen(next);
            // Loaded again, the screen does not begin the pair once more.
            if (question && next === null) router.replace(qaHref(baseId));
          }}
        />
      )}
    </BaseShell>
  );
}

/** The center's pairs, asked after those of the bases. */
export function CenterQaScreen() {
  const [open, setOpen] = useState<string | null>(null);
  return (
    <CenterShell tab={centerQaHref} actions={<Create onOpen={setOpen} />}>
      <Pairs open={open} onOpen={setOpen} />
    </CenterShell>
  );
}

function Create({ onOpen }: { onOpen: (open: string) => void }) {
  const t = useTranslations("knowledge-qa");
  return <CreateButton label={t("new")} onCreate={() => onOpen("new")} />;
}

interface PairsProps {
  baseId?: string;
  /** Id of the pair in the drawer, `new`, or none. */
  open: string | null;
  onOpen: (open: string | null) => void;
  /** What a new one begins with. */
  begins?: ComponentProps<typeof QaDrawer>["begins"];
}

function Pairs({ baseId, open, onOpen, begins }: PairsProps) {
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <QaList baseId={baseId} onOpen={onOpen} />
      {open && (
        <LazyBoundary onFailure={() => onOpen(null)}>
          <QaDrawer
            key={open}
            baseId={baseId}
            id={open === "new" ? null : open}
            begins={begins}
            onClose={() => onOpen(null)}
          />
        </LazyBoundary>
      )}
      <UndoBar />
    </div>
  );
}
