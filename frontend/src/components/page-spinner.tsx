import { Flex, Spin } from 'antd';

/** A spinner in the middle of the page. */
export function PageSpinner() {
  return (
    <Flex justify="center" align="center" style={{ minHeight: '100dvh' }}>
      <Spin size="large" aria-label="Loading" />
    </Flex>
  );
}
