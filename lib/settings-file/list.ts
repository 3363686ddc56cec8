import "server-only";
import { configurationSection } from "./configuration";
import { menusSection } from "./menus";
import { modelsSection, suppliersSection } from "./models";
import { departmentsSection, rolesSection } from "./organisation";
import { searchProvidersSection } from "./search-providers";
import type { SettingsSection } from "./section";
import { termsSection } from "./terms";
import { toolsSection } from "./tools";

/** Every area's part, in the order in which they are written: what is named by others comes first. */
export const SETTINGS_SECTIONS: readonly SettingsSection[] = [
  configurationSection,
  departmentsSection,
  menusSection,
  rolesSection,
  suppliersSection,
  modelsSection,
  toolsSection,
  searchProvidersSection,
  termsSection,
];
