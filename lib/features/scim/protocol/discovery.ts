import { COUNT_MAX } from "./lists";
import { ENTERPRISE_SCHEMA, GROUP_SCHEMA, USER_SCHEMA } from "./names";

const SCHEMA_SCHEMA = "urn:ietf:params:scim:schemas:core:2.0:Schema";
const TYPE_SCHEMA = "urn:ietf:params:scim:schemas:core:2.0:ResourceType";
const CONFIG_SCHEMA = "urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig";

/** What this side of SCIM can do (RFC 7643, 5). */
export function serviceConfig(base: string) {
  return {
    schemas: [CONFIG_SCHEMA],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: COUNT_MAX },
    changePassword: { supported: false },
    sort: { supported: true },
    etag: { supported: false },
    authenticationSchemes: [
      {
        type: "oauthbearertoken",
        name: "Bearer token",
        description: "The SCIM token of a login channel, in the Authorization header",
        primary: true,
      },
    ],
    meta: { resourceType: "ServiceProviderConfig", location: `${base}/ServiceProviderConfig` },
  };
}

export function resourceTypes(base: string) {
  return [
    {
      schemas: [TYPE_SCHEMA],
      id: "User",
      name: "User",
      endpoint: "/Users",
      description: "A person",
      schema: USER_SCHEMA,
      schemaExtensions: [{ schema: ENTERPRISE_SCHEMA, required: false }],
      meta: { resourceType: "ResourceType", location: `${base}/ResourceTypes/User` },
    },
    {
      schemas: [TYPE_SCHEMA],
      id: "Group",
      name: "Group",
      endpoint: "/Groups",
      description: "A group of people",
      schema: GROUP_SCHEMA,
      schemaExtensions: [],
      meta: { resourceType: "ResourceType", location: `${base}/ResourceTypes/Group` },
    },
  ];
}

interface Traits {
  type?: "string" | "boolean" | "complex" | "reference";
  multiValued?: boolean;
  required?: boolean;
  mutability?: "readWrite" | "readOnly";
  uniqueness?: "none" | "server";
  caseExact?: boolean;
  referenceTypes?: string[];
  subAttributes?: object[];
}

function attribute(name: string, traits: Traits = {}) {
  const { type = "string", multiValued = false, required = false, ...rest } = traits;
  return {
    name,
    type,
    multiValued,
    description: name,
    required,
    ...(type === "string" ? { caseExact: false, uniqueness: "none" } : {}),
    mutability: "readWrite",
    returned: "default",
    ...rest,
  };
}

const texts = (...names: string[]) => names.map((name) => attribute(name));
const list = (name: string, subAttributes: object[], traits: Traits = {}) =>
  attribute(name, { type: "complex", multiValued: true, subAttributes, ...traits });
const contact = [...texts("value", "display", "type"), attribute("primary", { type: "boolean" })];
const reference = (resource: string, mutability: "readWrite" | "readOnly") => [
  attribute("value", { mutability }),
  attribute("$ref", { type: "reference", referenceTypes: [resource], mutability }),
  attribute("display", { mutability }),
  attribute("type", { mutability }),
];

const NAME_PARTS = ["formatted", "familyName", "givenName", "middleName", "honorificPrefix", "honorificSuffix"];
const ADDRESS_PARTS = ["formatted", "streetAddress", "locality", "region", "postalCode", "country", "type"];

/** What is kept of people and groups; the rest of the standard's attributes is taken and left out. */
const DEFINITIONS = [
  {
    id: USER_SCHEMA,
    name: "User",
    description: "A person",
    attributes: [
      attribute("userName", { required: true, uniqueness: "server" }),
      attribute("externalId", { caseExact: true }),
      attribute("active", { type: "boolean" }),
      attribute("name", { type: "complex", subAttributes: texts(...NAME_PARTS) }),
      ...texts("displayName", "nickName", "profileUrl", "title", "userType", "preferredLanguage", "locale", "timezone"),
      list("emails", contact),
      list("phoneNumbers", contact),
      list("addresses", [...texts(...ADDRESS_PARTS), attribute("primary", { type: "boolean" })]),
      list("groups", reference("Group", "readOnly"), { mutability: "readOnly" }),
    ],
  },
  {
    id: GROUP_SCHEMA,
    name: "Group",
    description: "A group of people",
    attributes: [
      attribute("displayName", { required: true, uniqueness: "server" }),
      attribute("externalId", { caseExact: true }),
      list("members", reference("User", "readWrite")),
    ],
  },
  {
    id: ENTERPRISE_SCHEMA,
    name: "EnterpriseUser",
    description: "What an organisation says of a person",
    attributes: [
      ...texts("employeeNumber", "costCenter", "organization", "division", "department"),
      attribute("manager", { type: "complex", subAttributes: texts("value", "display") }),
    ],
  },
];

export function schemaDefinitions(base: string) {
  return DEFINITIONS.map((definition) => ({
    schemas: [SCHEMA_SCHEMA],
    ...definition,
    meta: { resourceType: "Schema", location: `${base}/Schemas/${definition.id}` },
  }));
}
