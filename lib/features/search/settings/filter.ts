import * as field from "@/lib/client/address";
import { SEARCH_NODES, SETTINGS_SCOPES, type SearchNode, type SettingsScope } from "./kinds";

export const PARAM_TABS = ["base", "node"] as const;
export type ParamTab = (typeof PARAM_TABS)[number];

export interface ParamsFilter {
  tab: ParamTab;
  node: SearchNode;
  scope: SettingsScope;
}

export const paramsAddress = field.addressCodec<ParamsFilter>({
  tab: field.oneOf("tab", PARAM_TABS, "base"),
  node: field.oneOf("node", SEARCH_NODES, "keywordExtract"),
  scope: field.oneOf("scope", SETTINGS_SCOPES, "own"),
});
