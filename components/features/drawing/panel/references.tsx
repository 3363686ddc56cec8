"use client";

import { useMutation } from "@tanstack/react-query";
import { ImagePlus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { FormFailure } from "@/components/form/form-failure";
import { Spinner } from "@/components/ui/spinner";
import { toast } from "@/lib/client/toast";
import { uploadInput } from "@/lib/features/drawing/hooks";
import { REFERENCE_SIZE_MAX, REFERENCE_TYPES } from "@/lib/features/drawing/limits";

interface ReferencesProps {
  ids: readonly string[];
  max: number;
  onChange: (ids: string[]) => void;
}

/** Pictures to go by. */
export function References({ ids, max, onChange }: ReferencesProps) {
  const t = useTranslations("drawing.references");
  const input = useRef<HTMLInputElement>(null);
  const sending = useMutation({
    mutationFn: uploadInput,
    onSuccess: ({ id }) => onChange([...ids, id].slice(0, max)),
    meta: { quiet: true },
  });
  const take = (file: File | undefined) => {
    if (!file) return;
    const isKnown = (REFERENCE_TYPES as readonly string[]).includes(file.type);
    if (!isKnown || file.size > REFERENCE_SIZE_MAX) return toast.error(t("wrong"));
    sending.mutate(file);
  };
  return (
    <fieldset>
      <legend className="mb-1.5 flex w-full items-center text-sm text-fg-2">
        {t("label")}
        <span className="tnum ml-auto text-xs font-normal text-fg-3">{t("count", { count: ids.length, max })}</span>
      </legend>
      <ul className="flex flex-wrap gap-2">
        {ids.map((id, index) => (
          <li key={id} className="relative">
            {/* biome-ignore lint/performance/noImgElement: a private file of the person */}
            <img
              src={`/api/files/${id}`}
              alt={t("alt", { n: index + 1 })}
              className="size-13 rounded-sm border object-cover"
            />
            <button
              type="button"
              aria-label={t("remove", { n: index + 1 })}
              onClick={() => onChange(ids.filter((other) => other !== id))}
              className="absolute -top-1.5 -right-1.5 grid size-5 place-items-center rounded-full border bg-popover text-fg-2 shadow-xs hover:text-fg pointer-coarse:size-7"
            >
              <X aria-hidden size={11} />
            </button>
          </li>
        ))}
        {ids.length < max && (
          <li>
            <button
              type="button"
              aria-label={t("add")}
              data-tooltip={t("add")}
              aria-busy={sending.isPending || undefined}
              onClick={() => !sending.isPending && input.current?.click()}
              className="grid size-13 place-items-center rounded-sm border border-dashed border-border-strong text-fg-3 hover:bg-muted hover:text-fg"
            >
              {sending.isPending ? <Spinner /> : <ImagePlus aria-hidden size={18} strokeWidth={1.75} />}
            </button>
          </li>
        )}
      </ul>
      <input
        ref={input}
        type="file"
        hidden
        aria-hidden
        accept={REFERENCE_TYPES.join(",")}
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = "";
          take(file);
        }}
      />
      <FormFailure error={sending.error} />
    </fieldset>
  );
}
