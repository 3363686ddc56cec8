"use client";

import { Maximize2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { bodyOf } from "@/lib/features/apps/workflow/edit";
import { useFlow } from "../flow-context";
import { FieldProblems } from "./field-problems";
import { useNodeForm } from "./node-form";

/** What is inside a container, and the way there. */
export function BodyPart() {
  const t = useTranslations("apps-flow.form");
  const { store } = useFlow();
  const { node, path } = useNodeForm();
  const count = bodyOf(node)?.nodes.length ?? 0;
  return (
    <div data-field="body">
      <Button icon={Maximize2} onClick={() => store.enter([...path, node.id])}>
        {t("openBody", { count })}
      </Button>
      <FieldProblems field="body" />
    </div>
  );
}
