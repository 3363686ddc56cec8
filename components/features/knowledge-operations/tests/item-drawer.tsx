"use client";

import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useFieldArray, useFormContext } from "react-hook-form";
import { LoadingDrawer } from "@/components/common/loading-drawer";
import { SearchPicker } from "@/components/common/search-picker";
import { FormDrawer } from "@/components/form/form-drawer";
import { TextareaField } from "@/components/form/textarea-field";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import { IconButton } from "@/components/ui/icon-button";
import type { OpenedRecallItemDto } from "@/lib/features/knowledge-operations/recall-dto";
import { fileChoices, recallItemQuery, useRecallActions } from "@/lib/features/knowledge-operations/recall-hooks";
import { PLACE_WORDS_MAX, PLACES_MAX, RECALL_QUESTION_MAX } from "@/lib/features/knowledge-operations/recall-limits";
import { type RecallItemForm, recallItemForm } from "@/lib/features/knowledge-operations/recall-schema";
import { ItemTrace } from "./item-trace";

interface ItemDrawerProps {
  baseId: string;
  setId: string;
  /** Null writes a new one. */
  itemId: string | null;
  onClose: () => void;
}

/** A question, and the files or words of files that should be found for it. */
export function ItemDrawer({ baseId, setId, itemId, onClose }: ItemDrawerProps) {
  if (itemId === null) return <Form {...{ baseId, setId, onClose }} item={null} />;
  return <Opened {...{ baseId, setId, onClose }} itemId={itemId} />;
}

function Opened({ itemId, ...props }: ItemDrawerProps & { itemId: string }) {
  const t = useTranslations("knowledge-operations-tests.items");
  const { data, isError, refetch } = useQuery(recallItemQuery(itemId));
  if (data) return <Form {...props} item={data} />;
  return <LoadingDrawer title={t("edit")} isError={isError} onRetry={() => void refetch()} onClose={props.onClose} />;
}

interface FormProps extends Omit<ItemDrawerProps, "itemId"> {
  item: OpenedRecallItemDto | null;
}

function Form({ baseId, setId, item, onClose }: FormProps) {
  const t = useTranslations("knowledge-operations-tests");
  const { add, change } = useRecallActions();
  const form = useZodForm(recallItemForm, valuesOf(item));
  const unseen = item?.expected.filter(({ fileName }) => fileName === null).length ?? 0;
  const saving = useSaveForm(form, {
    save: async ({ question, places }) => {
      const expected = places.map(({ fileId, words }) => ({ fileId, words: words || undefined }));
      if (item) await change.mutateAsync({ id: item.id, question, expected });
      else await add.mutateAsync({ setId, question, expected });
    },
    onSaved: onClose,
  });
  return (
    <FormDrawer title={t(item ? "items.edit" : "items.add")} size="large" saving={saving} onClose={onClose}>
      {item?.state === "proposed" && <p className="text-fg-2 text-sm">{t("form.approves")}</p>}
      <TextareaField<RecallItemForm>
        name="question"
        label={t("form.question")}
        hint={t("form.questionHint")}
        required
        rows={3}
        maxLength={RECALL_QUESTION_MAX}
      />
      <Places baseId={baseId} unseen={unseen} />
      {item?.trace && item.trace.length > 0 && <ItemTrace trace={item.trace} />}
    </FormDrawer>
  );
}

function valuesOf(item: OpenedRecallItemDto | null): RecallItemForm {
  const places = item?.expected ?? [];
  return {
    question: item?.question ?? "",
    places: places.flatMap(({ fileId, fileName, words }) =>
      fileName === null ? [] : [{ fileId, fileName, words: words ?? "" }],
    ),
    unseen: places.filter(({ fileName }) => fileName === null).length,
  };
}

function Places({ baseId, unseen }: { baseId: string; unseen: number }) {
  const t = useTranslations("knowledge-operations-tests.form");
  const { control, formState } = useFormContext<RecallItemForm>();
  const { fields, append, remove } = useFieldArray({ control, name: "places" });
  const isFull = fields.length + unseen >= PLACES_MAX;
  return (
    <fieldset className="space-y-3">
      <legend className="font-semibold text-sm">{t("places")}</legend>
      <p className="text-fg-3 text-xs">{t("placesHint")}</p>
      <ul className="space-y-3">
        {fields.map((place, index) => (
          <li key={place.id} className="space-y-2 rounded-md border p-3">
            <div className="flex items-center gap-2">
              <span className="min-w-0 flex-1 truncate font-medium text-sm">{place.fileName}</span>
              <IconButton
                icon={X}
                size={24}
                label={t("removePlace", { name: place.fileName })}
                onClick={() => remove(index)}
              />
            </div>
            <TextareaField<RecallItemForm>
              name={`places.${index}.words`}
              label={t("words")}
              hint={t("wordsHint")}
              rows={2}
              maxLength={PLACE_WORDS_MAX}
            />
          </li>
        ))}
      </ul>
      {unseen > 0 && <p className="text-fg-3 text-xs">{t("kept", { count: unseen })}</p>}
      {isFull ? (
        <p className="text-fg-3 text-xs">{t("placesFull", { max: PLACES_MAX })}</p>
      ) : (
        <SearchPicker
          // Empty again after each choice.
          key={fields.length}
          label={t("addFile")}
          placeholder={t("findFile")}
          value={null}
          source={fileChoices(baseId)}
          error={formState.errors.places ? t("required") : undefined}
          onChange={(choice) => choice && append({ fileId: choice.id, fileName: choice.name, words: "" })}
        />
      )}
    </fieldset>
  );
}
