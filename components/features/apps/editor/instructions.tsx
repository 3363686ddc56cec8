"use client";

import { useMutation } from "@tanstack/react-query";
import { Braces, WandSparkles } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useRef, useState } from "react";
import { ChipText, type ChipTextHandle } from "@/components/common/chip-text";
import { LazyMenu } from "@/components/common/lazy-menu";
import { TextDiff } from "@/components/common/text-diff";
import { FormFailure } from "@/components/form/form-failure";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/textarea";
import { api } from "@/lib/client/api-client";
import { type AppKind, talks } from "@/lib/config/app-kinds";
import { INSTRUCTIONS_MAX, WISH_MAX } from "@/lib/features/apps/limits";
import type { TalkSettings } from "@/lib/features/apps/settings";
import { KNOWN_NAMES, namedParts } from "@/lib/features/apps/variables";

interface InstructionsProps {
  kind: AppKind;
  settings: TalkSettings;
  wrong: string | undefined;
  onChange: (text: string) => void;
}

/** What an app is told: names between double braces are filled in, and a model drafts it on request. */
export function Instructions({ kind, settings, wrong, onChange }: InstructionsProps) {
  const t = useTranslations("apps-editor.instructions");
  const v = useTranslations("validation");
  const id = useId();
  const area = useRef<ChipTextHandle>(null);
  const [isDrafting, setIsDrafting] = useState(false);
  const { instructions, variables } = settings;
  const names = [
    ...variables.map(({ name, label }) => ({ name, label })),
    ...KNOWN_NAMES.map((name) => ({ name, label: t(`known.${name.replace(".", "_") as "today"}`) })),
  ];
  const labels = new Map(names.map(({ name, label }) => [name, label || name]));
  const known = new Set(labels.keys());
  const insert = (name: string) => {
    const at = area.current?.caret() ?? instructions.length;
    const text = `{{${name}}}`;
    onChange(`${instructions.slice(0, at)}${text}${instructions.slice(at)}`);
    requestAnimationFrame(() => area.current?.focus(at + text.length));
  };
  return (
    <>
      <div className="flex h-12 shrink-0 items-center gap-1 border-b px-4 md:px-5">
        <h2 id={`${id}-label`} className="flex-1 truncate font-semibold text-sm">
          {t(kind === "generation" ? "titleGeneration" : "title")}
        </h2>
        <LazyMenu
          commands={names.map(({ name, label }) => ({
            key: name,
            label: `${label} {{${name}}}`,
            icon: Braces,
            onSelect: () => insert(name),
          }))}
          button={(handlers) => (
            <Button variant="ghost" icon={Braces} {...handlers}>
              {t("variables")}
            </Button>
          )}
        />
        <Button variant="ghost" icon={WandSparkles} onClick={() => setIsDrafting(true)}>
          {t(instructions.trim() ? "improve" : "draft")}
        </Button>
      </div>
      <ChipText
        ref={area}
        id={id}
        value={instructions}
        piecesOf={(text) => namedParts(text, known)}
        chipOf={(name) => (
          <span className="mx-px rounded-xs bg-primary-soft px-1 py-0.5 text-[0.9em] text-primary-ink">
            {labels.get(name) ?? name}
          </span>
        )}
        labelledBy={`${id}-label`}
        isMultiline
        max={INSTRUCTIONS_MAX}
        placeholder={t(kind === "generation" ? "placeholderGeneration" : "placeholder")}
        invalid={wrong !== undefined}
        look="page"
        className="min-h-0 flex-1"
        onChange={onChange}
      />
      <div className="flex h-9 shrink-0 items-center justify-between border-t px-4 text-fg-3 text-xs md:px-5">
        <span className="tnum">{t("count", { count: [...instructions].length, max: INSTRUCTIONS_MAX })}</span>
        {wrong && <span className="text-danger-ink">{v(wrong === "required" ? "required" : "invalid")}</span>}
      </div>
      {isDrafting && (
        <DraftDialog
          kind={kind}
          current={instructions}
          onTake={(text) => {
            onChange(text);
            setIsDrafting(false);
          }}
          onClose={() => setIsDrafting(false)}
        />
      )}
    </>
  );
}

interface DraftDialogProps {
  kind: AppKind;
  current: string;
  onTake: (text: string) => void;
  onClose: () => void;
}

/** A model drafts instructions from a wish, or improves those there are; nothing is taken over unseen. */
function DraftDialog({ kind, current, onTake, onClose }: DraftDialogProps) {
  const t = useTranslations("apps-editor.instructions");
  const id = useId();
  const [wish, setWish] = useState("");
  const isNew = current.trim() === "";
  const drafting = useMutation({
    mutationFn: () => api.post("/apps/instructions", { kind: talks(kind) ? kind : "agent", wish, current }),
    meta: { quiet: true },
  });
  const text = drafting.data?.text;
  return (
    <Dialog open onOpenChange={(open) => !open && !drafting.isPending && onClose()}>
      <DialogContent
        title={t(isNew ? "draft" : "improve")}
        size="large"
        footer={
          <>
            <Button
              loading={drafting.isPending}
              disabled={isNew && wish.trim() === ""}
              onClick={() => drafting.mutate()}
            >
              {t(text ? "again" : "write")}
            </Button>
            <Button variant="primary" disabled={!text} onClick={() => text && onTake(text)}>
              {t("take")}
            </Button>
          </>
        }
      >
        <Field id={id} label={t(isNew ? "wish" : "wishImprove")} required={isNew}>
          <Textarea
            id={id}
            rows={3}
            value={wish}
            maxLength={WISH_MAX}
            placeholder={t("wishPlaceholder")}
            onChange={(event) => setWish(event.target.value)}
          />
        </Field>
        <FormFailure error={drafting.error} />
        {text && (
          <div className="mt-4 max-h-80 overflow-y-auto rounded-md border bg-subtle p-3">
            <TextDiff before={current} after={text} />
          </div>
        )}
      </DialogContent>
    </Dialog>
  );
}
