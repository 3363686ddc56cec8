"use client";

import { FileUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useRef, useState } from "react";
import { useErrorText } from "@/components/common/use-error-text";
import { FormFailure } from "@/components/form/form-failure";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { Textarea } from "@/components/ui/textarea";
import { toast } from "@/lib/client/toast";
import { useChannelImport } from "@/lib/features/gateway/hooks";
import type { ImportRowDto } from "@/lib/features/gateway/import/dto";
import { IMPORT_TEXT_MAX } from "@/lib/features/gateway/import/limits";

/** Channels of new-api or one-api: pasted or read from a file, looked at, and those that are picked taken over. */
export function ImportDrawer({ onClose }: { onClose: () => void }) {
  const t = useTranslations("gateway.import");
  const { look, take } = useChannelImport();
  const [text, setText] = useState("");
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const file = useRef<HTMLInputElement>(null);
  const id = useId();
  const rows = take.data?.items ?? look.data?.items ?? [];
  const picked = rows.filter(({ row, state }) => state === "new" && !left.has(row)).map(({ row }) => row);
  const handleText = (value: string) => {
    setText(value);
    look.reset();
    take.reset();
    setLeft(new Set());
  };
  const handleFile = async (chosen: File) => {
    if (chosen.size > IMPORT_TEXT_MAX) toast.error(t("tooLarge"));
    else handleText(await chosen.text());
  };
  const handlePick = (row: number, isPicked: boolean) => {
    const next = new Set(left);
    if (isPicked) next.delete(row);
    else next.add(row);
    setLeft(next);
  };
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent title={t("title")} className="space-y-4 text-sm">
        <p className="text-fg-2">{t("text")}</p>
        {!take.data && (
          <div className="space-y-2">
            <label htmlFor={id} className="block font-semibold">
              {t("pasted")}
            </label>
            <Textarea
              id={id}
              rows={6}
              value={text}
              spellCheck={false}
              autoComplete="off"
              onChange={({ target }) => handleText(target.value)}
              className="font-mono text-xs"
            />
            <input
              ref={file}
              type="file"
              accept=".json,.csv,.txt"
              hidden
              aria-hidden
              onChange={({ target }) => {
                const [chosen] = target.files ?? [];
                target.value = "";
                if (chosen) void handleFile(chosen);
              }}
            />
            <div className="flex gap-2">
              <Button icon={FileUp} onClick={() => file.current?.click()}>
                {t("file")}
              </Button>
              <Button
                variant={look.data ? "default" : "primary"}
                disabled={text.trim() === ""}
                loading={look.isPending}
                onClick={() => look.mutate(text)}
              >
                {t("look")}
              </Button>
            </div>
          </div>
        )}
        <FormFailure error={look.error ?? take.error} />
        {rows.length > 0 && (
          <ul aria-label={t("list")} className="divide-y rounded-md border">
            {rows.map((row) => (
              <Row key={row.row} row={row} isPicked={!left.has(row.row)} onPick={(is) => handlePick(row.row, is)} />
            ))}
          </ul>
        )}
        {look.data && !take.data && (
          <Button
            variant="primary"
            disabled={picked.length === 0}
            loading={take.isPending}
            onClick={() => take.mutate({ text, rows: picked })}
          >
            {t("take", { count: picked.length })}
          </Button>
        )}
        {take.data && (
          <Button variant="primary" onClick={onClose}>
            {t("close")}
          </Button>
        )}
      </SheetContent>
    </Sheet>
  );
}

interface RowProps {
  row: ImportRowDto;
  isPicked: boolean;
  onPick: (isPicked: boolean) => void;
}

/** One channel: where it leads, how many keys it brings, and its models. */
function Row({ row: { name, baseUrl, keys, added, joined, isEnabled, state, failure }, isPicked, onPick }: RowProps) {
  const t = useTranslations("gateway.import");
  const errorText = useErrorText();
  const isBad = state === "failed" || state === "addressRefused" || state === "unsupported";
  return (
    <li className="flex items-start gap-3 px-3 py-2.5">
      {state === "new" && (
        <Checkbox aria-label={t("pick", { name })} checked={isPicked} onCheckedChange={(is) => onPick(is)} />
      )}
      <div className="min-w-0 flex-1">
        <p className="break-words font-semibold">{name}</p>
        {baseUrl && <p className="break-all text-fg-3 text-xs">{baseUrl}</p>}
        <p className="text-fg-2 text-xs">
          {t("holds", { keys, added: added.length, joined: joined.length })}
          {!isEnabled && ` ${t("off")}`}
        </p>
        {added.length + joined.length > 0 && (
          <p className="line-clamp-2 break-words text-fg-3 text-xs">{[...added, ...joined].join(", ")}</p>
        )}
        {state !== "new" && (
          <p className={isBad ? "text-danger-ink text-xs" : "text-fg-2 text-xs"}>
            {state === "failed" ? errorText(failure) : t(`state.${state}`)}
          </p>
        )}
      </div>
    </li>
  );
}
