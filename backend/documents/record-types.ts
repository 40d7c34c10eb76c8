import {
  AnnotatedType,
  ArrayType,
  LiteralType,
  ObjectProperty,
  ObjectType,
  StringType,
  UnionType,
  type BaseType,
  type SubNodeParser,
} from 'ts-json-schema-generator';

type Program = Parameters<typeof import('ts-json-schema-generator').createParser>[0];
type Checker = ReturnType<Program['getTypeChecker']>;
type Node = Parameters<SubNodeParser['createType']>[0];
type Type = ReturnType<Checker['getTypeAtLocation']>;

/** Types of `contract/record-fields.ts` that the compiler computes from a catalogue of fields. */
const COMPUTED = /^(ValuesOf|NamesOf|NamesWith)</;

/** Parses the `COMPUTED` types. The notes of the catalogue become descriptions. */
export function recordTypes(program: Program): SubNodeParser {
  const checker = program.getTypeChecker();
  return {
    supportsNode: (node) => 'typeArguments' in node && COMPUTED.test(node.getText()),
    createType(node) {
      const type = checker.getTypeAtLocation(node);
      const fields = checker.getTypeAtLocation((node as Node & { typeArguments: Node[] }).typeArguments[0]!);
      if (type.isUnion()) return new UnionType(inOrder(type.types, fields).map(literal));
      if (type.isStringLiteral()) return literal(type);
      const properties = type.getProperties().map(({ name }) => {
        const isList = valueOf(checker, fields, [name, 'kind']) === 'tags';
        const value = isList ? new ArrayType(new StringType()) : new StringType();
        const note = valueOf(checker, fields, [name, 'note']);
        return new ObjectProperty(name, note ? described(value, note) : value, true);
      });
      return new ObjectType(node.getText(), [], properties, false);
    },
  };
}

/** Names in the order of their catalogue; the compiler's order changes with what it has read before. */
function inOrder(names: Type[], catalogue: Type): Type[] {
  const order = catalogue.getProperties().map(({ name }) => name);
  return names.toSorted((a, b) => order.indexOf(nameOf(a)) - order.indexOf(nameOf(b)));
}

function literal(type: Type): BaseType {
  return new LiteralType(nameOf(type));
}

function nameOf(type: Type): string {
  return (type as Type & { value: string }).value;
}

function described(type: BaseType, description: string): BaseType {
  return new AnnotatedType(type, { description }, false);
}

/** The text at a path within a constant object of this type; `undefined` if there is none. */
function valueOf(checker: Checker, type: Type, path: string[]): string | undefined {
  let found: Type = type;
  for (const name of path) {
    const property = found.getProperty(name);
    if (!property) return undefined;
    found = checker.getTypeOfSymbol(property);
  }
  return found.isStringLiteral() ? found.value : undefined;
}
