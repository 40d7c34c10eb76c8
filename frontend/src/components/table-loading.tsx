import { Flex, Spin } from 'antd';

/** Says that a list is on its way, in the height of a few rows. */
export function TableLoading({ text }: { text: string }) {
  return (
    <Flex component="output" vertical align="center" justify="center" gap={12} style={{ minHeight: 220 }}>
      <Spin />
      {text}
    </Flex>
  );
}
