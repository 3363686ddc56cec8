"use client";

import type { ComponentType } from "react";
import type { NodeType } from "@/lib/features/apps/workflow/graph";
import { AnswerForm } from "./answer-form";
import { AppForm } from "./app-form";
import { ClassifierForm } from "./classifier-form";
import { CodeForm } from "./code-form";
import { ConditionForm } from "./condition-form";
import { DocumentForm } from "./document-form";
import { ExtractForm } from "./extract-form";
import { HttpForm } from "./http-form";
import { HumanForm } from "./human-form";
import { IterationForm } from "./iteration-form";
import { JoinForm } from "./join-form";
import { KnowledgeForm } from "./knowledge-form";
import { LoopForm } from "./loop-form";
import { ModelForm } from "./model-form";
import { StartForm } from "./start-form";
import { TemplateForm } from "./template-form";
import { ToolForm } from "./tool-form";
import { VariableForm } from "./variable-form";

const FORMS: Record<NodeType, ComponentType> = {
  start: StartForm,
  model: ModelForm,
  knowledge: KnowledgeForm,
  classifier: ClassifierForm,
  condition: ConditionForm,
  iteration: IterationForm,
  loop: LoopForm,
  join: JoinForm,
  variable: VariableForm,
  template: TemplateForm,
  extract: ExtractForm,
  code: CodeForm,
  http: HttpForm,
  tool: ToolForm,
  document: DocumentForm,
  human: HumanForm,
  app: AppForm,
  answer: AnswerForm,
};

/** The settings only this kind of node has. */
export function KindForm({ type }: { type: NodeType }) {
  const Form = FORMS[type];
  return <Form />;
}
