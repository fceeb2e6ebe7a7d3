"""Each planted fault is one that can still be planted."""

from collections import Counter

from tests.mutants.faults import FAULTS, ROOT


def test_each_fault_changes_one_place_of_todays_code():
    for fault in FAULTS:
        assert (ROOT / fault.file).read_text(encoding="utf-8").count(fault.before) == 1, fault.name
        assert fault.before != fault.after, fault.name
    assert len({fault.name for fault in FAULTS}) == len(FAULTS)


def test_there_are_twenty_faults_in_each_part_and_of_each_size():
    assert Counter(fault.part for fault in FAULTS) == {"library": 20, "ui": 20, "stage": 20}
    assert Counter(fault.size for fault in FAULTS) == {"small": 20, "middle": 20, "gross": 20}
