"use client";

import { RotateCcw } from "lucide-react";
import { useTranslations } from "next-intl";
import { FormFailure } from "@/components/form/form-failure";
import { SaveButtons } from "@/components/form/save-buttons";
import { SaveForm } from "@/components/form/save-form";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import { Button } from "@/components/ui/button";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { confirm } from "@/lib/client/dialogs";
import { toast } from "@/lib/client/toast";
import type { SearchParamsDto, SearchParamsScopeDto } from "@/lib/features/search/settings/dto";
import { PARAM_TABS, type ParamsFilter, type ParamTab } from "@/lib/features/search/settings/filter";
import { searchParamsForm, toParams, toParamsForm } from "@/lib/features/search/settings/form";
import { useSearchParamsActions } from "@/lib/features/search/settings/hooks";
import { BaseTab } from "./base-tab";
import { NodeTab } from "./node-tab";

interface ParamsFormProps {
  stored: SearchParamsScopeDto;
  models: SearchParamsDto["models"];
  filter: ParamsFilter;
  onFilter: (patch: Partial<ParamsFilter>) => void;
}

/** Both tabs are one form: saved together, and a change of one is not lost by a look at the other. */
export function ParamsForm({ stored, models, filter, onFilter }: ParamsFormProps) {
  const t = useTranslations("search-params");
  const { inherited, values, revision } = stored;
  const { scope, tab, node } = filter;
  const { save, reset } = useSearchParamsActions(scope);
  const toValues = (current: SearchParamsScopeDto["values"]) => toParamsForm(current, inherited);
  const form = useZodForm(searchParamsForm, toValues(values));
  const saving = useSaveForm(form, {
    revision,
    toValues,
    save: (entered, revision) => save.mutateAsync({ values: toParams(entered, inherited), revision }),
  });
  const isSet = Object.keys(values.base).length + Object.keys(values.nodes).length > 0;
  const handleReset = async () => {
    const agreed = await confirm({
      title: t("resetAll.title"),
      description: t(`resetAll.${scope}`),
      okButton: t("resetAll.ok"),
      destructive: true,
      onOk: () => reset.mutateAsync(),
    });
    if (agreed) toast.success();
  };
  return (
    <SaveForm saving={saving} className="flex min-h-0 flex-1 flex-col">
      <Tabs
        value={tab}
        onValueChange={(next) => onFilter({ tab: next as ParamTab })}
        className="flex min-h-0 flex-1 flex-col"
      >
        <TabsList aria-label={t("title")} className="shrink-0 px-4 md:px-5">
          {PARAM_TABS.map((value) => (
            <TabsTrigger key={value} value={value}>
              {t(`tab.${value}`)}
            </TabsTrigger>
          ))}
        </TabsList>
        <TabsContent value="base" className="min-h-0 flex-1 overflow-y-auto p-4 md:p-5">
          <BaseTab scope={scope} inherited={inherited} models={models} />
        </TabsContent>
        <TabsContent value="node" className="flex min-h-0 flex-1 max-md:flex-col max-md:overflow-y-auto">
          <NodeTab
            scope={scope}
            node={node}
            inherited={inherited}
            models={models.chat}
            onNode={(next) => onFilter({ node: next })}
          />
        </TabsContent>
      </Tabs>
      <footer className="flex shrink-0 flex-wrap items-center gap-2 border-t px-4 py-3 md:px-5">
        <SaveButtons saving={saving} discard={t("discard")} />
        <FormFailure error={saving.failure} />
        <Button
          variant="ghost"
          icon={RotateCcw}
          disabled={!isSet || saving.isSaving}
          onClick={() => void handleReset()}
          className="ml-auto"
        >
          {t(`resetAll.open.${scope}`)}
        </Button>
      </footer>
    </SaveForm>
  );
}
