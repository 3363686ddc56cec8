"use client";

import { useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { useController } from "react-hook-form";
import { SearchPicker } from "@/components/common/search-picker";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { IconButton } from "@/components/ui/icon-button";
import { Textarea } from "@/components/ui/textarea";
import { ApiError } from "@/lib/client/api-error";
import type { Choice, ChoiceSource } from "@/lib/client/choices";
import { fileAddress } from "@/lib/features/knowledge/file-filter";
import { filesQuery } from "@/lib/features/knowledge/file-hooks";
import { QA_CITATIONS_MAX } from "@/lib/features/knowledge/limits";
import { useQaActions } from "@/lib/features/knowledge/qa-hooks";
import type { QaForm } from "@/lib/features/knowledge/qa-schema";

/** Places an answer rests on; further ones are named by their words in a file of the base. */
export function CitationsField({ baseId }: { baseId?: string }) {
  const t = useTranslations("knowledge-qa.form");
  const { field } = useController<QaForm, "citations">({ name: "citations" });
  const places = field.value;
  if (!baseId && places.length === 0) return null;
  return (
    <fieldset className="space-y-2">
      <legend className="mb-1.5 text-sm">{t("citations")}</legend>
      {places.length > 0 && (
        <ul className="divide-y rounded-md border">
          {places.map((place) => (
            <li key={`${place.versionId} ${place.from}`} className="flex items-start gap-2 py-1.5 pr-1 pl-3 text-sm">
              <span className="min-w-0 flex-1">
                <span className="block truncate">{place.fileName}</span>
                <span className="line-clamp-2 text-fg-3 text-xs">{place.quote}</span>
              </span>
              <IconButton
                icon={X}
                size={24}
                label={t("removeCitation", { name: place.fileName })}
                onClick={() => field.onChange(places.filter((one) => one !== place))}
              />
            </li>
          ))}
        </ul>
      )}
      {baseId && places.length < QA_CITATIONS_MAX && (
        <AddPlace baseId={baseId} onAdd={(place) => field.onChange([...places, place])} />
      )}
      <p className="text-fg-3 text-xs">{t("citationsHint")}</p>
    </fieldset>
  );
}

const CHOICES = 20;

function useFileChoices(baseId: string): ChoiceSource {
  const client = useQueryClient();
  return {
    key: ["knowledge", "qa-files", baseId],
    find: async (keyword) => {
      const filter = { ...fileAddress.plain, keyword, status: "ready" as const, pageSize: CHOICES };
      const { items } = await client.fetchQuery(filesQuery(baseId, filter));
      return items.map(({ id, name, folder }) => ({ id, name, detail: folder }));
    },
  };
}

interface AddPlaceProps {
  baseId: string;
  onAdd: (place: QaForm["citations"][number]) => void;
}

function AddPlace({ baseId, onAdd }: AddPlaceProps) {
  const t = useTranslations("knowledge-qa.form");
  const v = useTranslations("validation");
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [file, setFile] = useState<Choice | null>(null);
  const [quote, setQuote] = useState("");
  const source = useFileChoices(baseId);
  const { findPlace } = useQaActions(baseId);
  if (!isOpen) {
    return (
      <Button size="sm" onClick={() => setIsOpen(true)}>
        {t("addCitation")}
      </Button>
    );
  }
  const { error } = findPlace;
  const isMissing = error instanceof ApiError && error.code === 400;
  return (
    <div className="space-y-3 rounded-md border p-3">
      <SearchPicker label={t("file")} required value={file} source={source} onChange={setFile} />
      <Field
        id={id}
        label={t("quote")}
        hint={t("quoteHint")}
        required
        error={error ? (isMissing ? v("quoteMissing") : error.message) : undefined}
      >
        <Textarea id={id} rows={3} maxLength={2000} value={quote} onChange={(event) => setQuote(event.target.value)} />
      </Field>
      <Button
        size="sm"
        disabled={!file || !quote.trim()}
        loading={findPlace.isPending}
        onClick={() =>
          findPlace.mutate(
            { knowledgeFileId: file!.id, quote },
            {
              onSuccess: (place) => {
                onAdd(place);
                setQuote("");
                setIsOpen(false);
              },
            },
          )
        }
      >
        {t("find")}
      </Button>
    </div>
  );
}
